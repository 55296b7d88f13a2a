import type { Trace } from '@lathe/contract'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { errorCode } from '../../../lib/api/describe-error.ts'
import { plural } from '../../../lib/format/format.ts'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { lastOpened, writeListParams } from './list-params.ts'
import { BulkBar } from './bulk-bar.tsx'
import { type Total, correctTotal } from './use-counts.ts'
import { ListStrip } from './list-strip.tsx'
import { filterKey, type ListFilter, useListSearch } from './list-search.ts'
import { shownColumns, traceColumns, totalWidth } from './trace-columns.tsx'
import { NoMatches, InvalidFilter, OtherEnvironments } from './no-matches.tsx'
import { useHeldRows } from './use-held-rows.ts'
import { hideTraces, showTraces, usePendingDeletions } from './pending-deletions.ts'
import { useRefreshedRows } from './use-refreshed-rows.ts'
import { useSelection } from './use-selection.ts'
import { listFingerprint, useTraces } from './use-traces.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import { traceName } from '../../../lib/format/trace-labels.ts'
import styles from './list.module.css'

type TraceTableProps = {
  /** The number of traces that match the filter. */
  countedTotal: Total | undefined
  /**
   * Receives a fingerprint of the newest rows. Empty while the rows belong to the previous filter.
   */
  onFingerprint: (fingerprint: string) => void
}

/** The rows with selection, live updates and keyboard shortcuts. */
export function TraceTable({ countedTotal, onFingerprint }: TraceTableProps) {
  const { search, filter, peek, columns: selectedColumns, change } = useListSearch()
  const navigate = useNavigate()
  const { traces, error, isPlaceholderData, fetchNextPage, hasNextPage, ...query } =
    useTraces(filter)
  const total = correctTotal(traces.length, !hasNextPage, countedTotal)
  const fingerprint = isPlaceholderData ? '' : listFingerprint(traces)
  useEffect(() => onFingerprint(fingerprint), [fingerprint, onFingerprint])
  const key = filterKey(filter)
  const list = writeListParams(search)
  const selection = useSelection(key)
  const pendingDeletions = usePendingDeletions(key)
  const [isAtTop, setAtTop] = useState(true)
  const [scrollRequest, setScrollRequest] = useState(0)
  const isPaused = !isAtTop || peek !== undefined || selection.ids.size > 0
  const {
    rows: heldRows,
    pendingCount,
    hasMorePending,
    release,
  } = useHeldRows(traces, {
    key,
    isPaused,
    isPlaceholder: isPlaceholderData,
  })
  const rows = useRefreshedRows(heldRows, traces, filter).filter(
    ({ id }) => !pendingDeletions.isLeaving(id),
  )
  const current = useRef<Trace>(undefined)
  const columns = useMemo(
    () =>
      traceColumns({
        shownColumns: shownColumns(selectedColumns, traces),
        isChosen: selectedColumns !== undefined,
        traces,
        maxDuration: durationP95(traces.map(({ activeMs }) => activeMs)),
        selection,
        visibleOrder: () => rows.map(({ id }) => id),
        list,
      }),
    [traces, selectedColumns, selection, rows, list],
  )
  const setPeek = (id: string | undefined) => change({ peek: id })
  const compare = useCompareShortcut()

  useHotkeys([
    {
      keys: 'x',
      label: 'Select row',
      group: 'Rows',
      run: () => current.current && selection.toggle(current.current.id),
    },
    ...(peek === undefined && selection.ids.size > 0
      ? [
          {
            keys: 'escape',
            label: 'Clear selection',
            group: 'Rows' as const,
            run: () => selection.clear(),
          },
        ]
      : []),
    ...(peek === undefined
      ? []
      : [
          {
            keys: 'escape',
            label: 'Close peek',
            group: 'Rows' as const,
            run: () => setPeek(undefined),
          },
        ]),
  ])

  if (query.isPending) return <SkeletonRows contentLabel="traces" />
  if (error && errorCode(error) === 'INVALID_FILTER') return <InvalidFilter filter={filter} />
  const isSearching = traces.length === 0 && hasNextPage
  if (error && (!query.data || isSearching)) {
    return (
      <ErrorPanel action="load the traces" error={error} onRetry={() => void query.refetch()} />
    )
  }
  if (isSearching) return <SkeletonRows contentLabel="older traces" />
  const visibleIds = rows.map(({ id }) => id)
  const isFiltered = filter.range !== 'all' || filter.filter !== '' || filter.from !== undefined
  return (
    <div className={styles.list}>
      <ListStrip
        total={total}
        pendingCount={pendingDeletions.count}
        visibleIds={visibleIds}
        selection={selection}
        bulk={
          <BulkBar
            selection={selection}
            filter={filter}
            total={total}
            rows={rows}
            onHide={(ids) => {
              hideTraces(key, ids, selection.isAll ? total?.count : undefined)
              if (peek !== undefined && ids.has(peek)) setPeek(undefined)
            }}
            onShow={showTraces}
          />
        }
        tail={{
          isLive: filter.to === undefined ? !isPaused : undefined,
          pendingCount,
          hasMorePending,
          onRelease: () => {
            release()
            setScrollRequest(scrollRequest + 1)
          },
          lostSince: error ? query.dataUpdatedAt : undefined,
        }}
      />
      <div className={styles.rows}>
        <DataTable
          label="Traces"
          columns={columns}
          rows={rows}
          rowId={(trace) => trace.id}
          selectedId={peek}
          onOpen={(trace) =>
            void navigate({
              to: '/traces/$traceId',
              params: { traceId: trace.id },
              search: { list },
            })
          }
          onMove={(trace) => {
            current.current = trace
            compare.look(trace)
            if (peek !== undefined) setPeek(trace.id)
          }}
          onPreview={(trace) => setPeek(trace.id === peek ? undefined : trace.id)}
          options={{
            isStale: isPlaceholderData,
            minWidth: selectedColumns && totalWidth(columns),
            isChecked: ({ id }) => selection.isAll || selection.ids.has(id),
            tone: ({ status, source }) =>
              status === 'error' || (status === 'interrupted' && source === null)
                ? status
                : undefined,
            onExtend: (from, to) => selection.walk(from.id, to.id),
            onTopChange: setAtTop,
            scrollToTopKey: scrollRequest,
            initialId: lastOpened(),
            onEnd: () => hasNextPage && void fetchNextPage(),
            empty:
              pendingDeletions.count > 0 ? (
                <AllPendingDeletion count={pendingDeletions.count} />
              ) : isFiltered ? (
                <NoMatches filter={filter} />
              ) : (
                <NoTraces filter={filter} />
              ),
          }}
        />
      </div>
    </div>
  )
}

/** The 95th percentile, so that one outlier does not flatten every bar. */
function durationP95(latencies: (number | null)[]): number {
  const durations = latencies.filter((ms) => ms !== null).sort((a, b) => a - b)
  return durations[Math.floor((durations.length - 1) * 0.95)] ?? 0
}

const AllPendingDeletion = ({ count }: { count: number }) => (
  <EmptyState
    title={`${plural(count, 'trace')} being deleted`}
    hint="Facets and the chart above count them until they are deleted."
  />
)

function NoTraces({ filter }: { filter: ListFilter }) {
  return (
    <EmptyState
      title="No traces yet"
      hint="Each run creates a trace with its model calls, tool calls, nodes, tokens, cost and time. Other LangChain and OpenTelemetry programs can send traces here too."
      action={
        <>
          <OtherEnvironments filter={filter} />
          <Button renderRoot={(props) => <Link to="/agents" {...props} />}>Run an agent</Button>
          <Button variant="default" renderRoot={(props) => <Link to="/settings" {...props} />}>
            Send traces
          </Button>
        </>
      }
    />
  )
}

/** Compares two rows selected one after the other with `c`. */
function useCompareShortcut() {
  const navigate = useNavigate()
  const current = useRef<Trace>(undefined)
  const first = useRef<Trace>(undefined)
  const choose = () => {
    const trace = current.current
    if (!trace) return showToast('Select a row with J and K, then press C.')
    const before = first.current
    if (!before || before.id === trace.id) {
      first.current = trace
      return showToast(`“${traceName(trace)}” selected. Press C on another trace to compare.`)
    }
    void navigate({ to: '/traces/diff', search: { a: before.id, b: trace.id } })
  }
  useHotkeys([{ keys: 'c', label: 'Compare with another trace', group: 'Rows', run: choose }])
  return {
    /** Sets the focused row. */
    look: (trace: Trace) => {
      current.current = trace
    },
  }
}
