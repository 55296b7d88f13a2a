import type { Trace } from '@lathe/contract'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { codeOf } from '../../../lib/describe-error.ts'
import { plural } from '../../../lib/format.ts'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { lastOpened, writeListParams } from './list-params.ts'
import { BulkBar } from './bulk-bar.tsx'
import { type Total, totalBeside } from './use-counts.ts'
import { ListStrip } from './list-strip.tsx'
import { keyOf, type ListFilter, useListSearch } from './list-search.ts'
import { shownColumns, traceColumns, widthOfAll } from './trace-columns.tsx'
import { NothingMatches, NotUnderstood, OtherEnvironments } from './nothing-matches.tsx'
import { useHeldRows } from './use-held-rows.ts'
import { hideTraces, showTraces, useLeaving } from './use-leaving.ts'
import { useOpenRows } from './use-open-rows.ts'
import { useSelection } from './use-selection.ts'
import { newsOf, useTraces } from './use-traces.ts'
import { showToast } from '../../../ui/undo-toast.tsx'
import { nameOfTrace } from '../../../lib/trace-names.ts'
import styles from './list.module.css'

type TraceTableProps = {
  /** The number of traces that match the filter. */
  counted: Total | undefined
  /**
   * Receives a fingerprint of the newest rows. Empty while the rows belong to the previous filter.
   */
  onNews: (news: string) => void
}

/** The rows with selection, live updates and keyboard shortcuts. */
export function TraceTable({ counted, onNews }: TraceTableProps) {
  const { search, filter, peek, columns: named, change } = useListSearch()
  const navigate = useNavigate()
  const { traces, error, isPlaceholderData, fetchNextPage, hasNextPage, ...query } =
    useTraces(filter)
  const total = totalBeside(traces.length, !hasNextPage, counted)
  const news = isPlaceholderData ? '' : newsOf(traces)
  useEffect(() => onNews(news), [news, onNews])
  const key = keyOf(filter)
  const list = writeListParams(search)
  const selection = useSelection(key)
  const leaving = useLeaving(key)
  const [isAtTop, setAtTop] = useState(true)
  const [toTop, setToTop] = useState(0)
  const isReading = !isAtTop || peek !== undefined || selection.ids.size > 0
  const {
    rows: held,
    waiting,
    isMoreWaiting,
    release,
  } = useHeldRows(traces, {
    key,
    isReading,
    isPlaceholder: isPlaceholderData,
  })
  const rows = useOpenRows(held, traces, filter).filter(({ id }) => !leaving.isLeaving(id))
  const current = useRef<Trace>(undefined)
  const columns = useMemo(
    () =>
      traceColumns({
        shown: shownColumns(named, traces),
        isChosen: named !== undefined,
        traces,
        longest: longestOf(traces.map(({ activeMs }) => activeMs)),
        selection,
        order: () => rows.map(({ id }) => id),
        list,
      }),
    [traces, named, selection, rows, list],
  )
  const setPeek = (id: string | undefined) => change({ peek: id })
  const compare = useComparison()

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

  if (query.isPending) return <SkeletonRows awaiting="traces" />
  if (error && codeOf(error) === 'INVALID_FILTER') return <NotUnderstood filter={filter} />
  const isSearching = traces.length === 0 && hasNextPage
  if (error && (!query.data || isSearching)) {
    return (
      <ErrorPanel attempted="load the traces" error={error} onRetry={() => void query.refetch()} />
    )
  }
  if (isSearching) return <SkeletonRows awaiting="older traces" />
  const shown = rows.map(({ id }) => id)
  const isFiltered = filter.range !== 'all' || filter.filter !== '' || filter.from !== undefined
  return (
    <div className={styles.list}>
      <ListStrip
        total={total}
        leaving={leaving.count}
        shown={shown}
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
          isLive: filter.to === undefined ? !isReading : undefined,
          waiting,
          isMoreWaiting,
          onRelease: () => {
            release()
            setToTop(toTop + 1)
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
          onPeek={(trace) => setPeek(trace.id === peek ? undefined : trace.id)}
          options={{
            isStale: isPlaceholderData,
            minWidth: named && widthOfAll(columns),
            isChosen: ({ id }) => selection.isAll || selection.ids.has(id),
            tone: ({ status, source }) =>
              status === 'error' || (status === 'interrupted' && source === null)
                ? status
                : undefined,
            onExtend: (from, to) => selection.walk(from.id, to.id),
            onTop: setAtTop,
            toTop,
            startId: lastOpened(),
            onEnd: () => hasNextPage && void fetchNextPage(),
            empty:
              leaving.count > 0 ? (
                <AllLeaving count={leaving.count} />
              ) : isFiltered ? (
                <NothingMatches filter={filter} />
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
function longestOf(latencies: (number | null)[]): number {
  const known = latencies.filter((ms) => ms !== null).sort((a, b) => a - b)
  return known[Math.floor((known.length - 1) * 0.95)] ?? 0
}

const AllLeaving = ({ count }: { count: number }) => (
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
function useComparison() {
  const navigate = useNavigate()
  const current = useRef<Trace>(undefined)
  const first = useRef<Trace>(undefined)
  const choose = () => {
    const trace = current.current
    if (!trace) return showToast('Select a row with J and K, then press C.')
    const before = first.current
    if (!before || before.id === trace.id) {
      first.current = trace
      return showToast(`“${nameOfTrace(trace)}” selected. Press C on another trace to compare.`)
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
