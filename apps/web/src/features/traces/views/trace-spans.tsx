import { listFoldable, visibleRows } from '@lathe/traces'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFold, IconFoldDown } from '@tabler/icons-react'
import { useMemo, useEffect } from 'react'
import type { Span } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Keys } from '../../../ui/layout/keys.tsx'
import { tabPanel } from '../../../ui/layout/view-tabs.tsx'
import { Minimap } from './minimap.tsx'
import { type FoldState, type TraceViewModel, useSelectSpan } from './use-trace-view-model.ts'
import { useZoom, TimeAxis } from './time-axis.tsx'
import { FindField } from '../search/find-field.tsx'
import { useFind, useFindText } from '../search/use-find.ts'
import { NumberHeaders } from './span-row.tsx'
import { PlumbingSwitch, SpanTree, toTreeRow } from './span-tree.tsx'
import { TraceTabs, type TraceView } from '../trace-tabs.tsx'
import { api } from '../../../lib/api/api.ts'
import styles from './spans.module.css'

type TraceSpansProps = {
  /** Prefix of the tab ids. */
  id: string
  view: 'tree' | 'timeline'
  model: TraceViewModel
  folding: FoldState
  selectedId: string | undefined
  /** Further views beside the built-in ones. */
  otherViews: readonly TraceView[]
}

/** Shows the spans as a tree. The timeline view adds bars on a shared time axis. */
export function TraceSpans({ id, view, model, folding, selectedId, otherViews }: TraceSpansProps) {
  const { trace, tree, range } = model
  const select = useSelectSpan()
  const { zoom, setZoom } = useZoom(range)
  const { folded, setFolded, toggleSpan, withPlumbing, setWithPlumbing } = folding
  const { find, setFind } = useFindText()
  const { foundIds, excerpts, isSearching, error } = useFind(trace.id, model.spans, find)
  // An external program's own functions count as spans, not as framework steps.
  const isImported = trace.source !== null
  const { rows, hiddenPlumbing } = useMemo(() => {
    const visible = visibleRows(tree, {
      folded,
      withPlumbing,
      isForeign: isImported,
      found: foundIds,
    })
    return { ...visible, rows: visible.rows.map(toTreeRow) }
  }, [tree, folded, withPlumbing, isImported, foundIds])
  usePrefetch(rows, selectedId)
  const visibleRange = zoom ?? range

  const hitRows = useMemo(
    () => (foundIds ? rows.flatMap(({ id }, index) => (foundIds.has(id) ? [index] : [])) : []),
    [rows, foundIds],
  )
  /** Selects the next or previous of these row indexes and wraps around. */
  const step = (rowIndexes: readonly number[], direction: 1 | -1) => {
    const from = rows.findIndex((row) => row.id === selectedId)
    const next =
      direction > 0
        ? rowIndexes.find((index) => index > from)
        : rowIndexes.findLast((index) => index < from)
    const row = rows[next ?? (direction > 0 ? rowIndexes[0] : rowIndexes.at(-1)) ?? -1]
    if (row) select(row.id)
  }
  const stepHit = (direction: 1 | -1) => step(hitRows, direction)
  const stepError = (direction: 1 | -1) =>
    step(
      rows.flatMap(({ span }, index) => (span.status === 'error' ? [index] : [])),
      direction,
    )
  const foldAll = () => setFolded((current) => new Set([...current, ...listFoldable(rows)]))
  const unfoldAll = () => setFolded(new Set())
  useHotkeys([
    { keys: 'e', label: 'Next error', group: 'Trace', run: () => stepError(1) },
    { keys: 'shift+e', label: 'Previous error', group: 'Trace', run: () => stepError(-1) },
    { keys: 'shift+h', label: 'Collapse all spans', group: 'Trace', run: foldAll },
    { keys: 'shift+l', label: 'Expand all spans', group: 'Trace', run: unfoldAll },
  ])

  return (
    <section className={styles.spans} aria-label="Spans">
      <TraceTabs id={id} trace={trace} spans={model.spans} otherViews={otherViews} />
      <div className={styles.view} {...tabPanel(id, view)}>
        <div className={styles.tools}>
          <FindField
            value={find}
            onChange={setFind}
            position={hitRows.findIndex((row) => rows[row]?.id === selectedId) + 1}
            count={hitRows.length}
            isSearching={isSearching}
            hasFailed={error !== null}
            onStep={stepHit}
          />
          {rows.some(({ isExpanded, depth }) => isExpanded !== undefined && depth > 0) && (
            <span className={styles.folding}>
              <FoldButton label="Collapse all" keys="shift+h" onClick={foldAll} />
              <FoldButton label="Expand all" keys="shift+l" onClick={unfoldAll} isDown />
            </span>
          )}
          <PlumbingSwitch {...{ withPlumbing, setWithPlumbing }} hiddenCount={hiddenPlumbing} />
        </div>
        {view === 'tree' && rows.length > 0 && <NumberHeaders />}
        {view === 'timeline' && (
          <>
            <Minimap model={model} zoom={zoom} onZoom={setZoom} />
            <TimeAxis range={visibleRange} from={range.from} />
          </>
        )}
        <div className={styles.rows}>
          {rows.length === 0 ? (
            <EmptyState
              title={find ? `No span matches “${find}”` : 'No spans yet'}
              {...(find && { hint: isSearching ? 'Searching payloads…' : '' })}
            />
          ) : (
            <SpanTree
              rows={rows}
              model={model}
              range={view === 'timeline' ? visibleRange : undefined}
              selectedId={selectedId}
              onSelect={select}
              onToggle={toggleSpan}
              excerpts={excerpts}
            />
          )}
        </div>
      </div>
    </section>
  )
}

type FoldButtonProps = { label: string; keys: string; onClick: () => void; isDown?: boolean }

const FoldButton = ({ label, keys, onClick, isDown = false }: FoldButtonProps) => (
  <Tooltip
    label={
      <>
        {label} <Keys keys={keys} />
      </>
    }
  >
    <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      {isDown ? <IconFoldDown size={14} /> : <IconFold size={14} />}
    </ActionIcon>
  </Tooltip>
)

/** A held arrow key passes many rows. */
const PAUSE_MS = 120
/** Larger payloads are loaded on selection only. */
const MAX_COPIED_BYTES = 200_000

/** Prefetches the payloads of the rows next to the selected one. */
function usePrefetch(rows: readonly { span: Span }[], selectedId: string | undefined) {
  const queryClient = useQueryClient()
  useEffect(() => {
    const timer = setTimeout(() => {
      const selectedIndex = rows.findIndex(({ span }) => span.id === selectedId)
      if (selectedIndex < 0) return
      for (const neighbour of [rows[selectedIndex + 1], rows[selectedIndex - 1]]) {
        if (
          !neighbour ||
          neighbour.span.endedAt === null ||
          neighbour.span.payloadBytes > MAX_COPIED_BYTES
        )
          continue
        const { traceId, id: spanId } = neighbour.span
        void queryClient.prefetchQuery(api.traces.span.queryOptions({ input: { traceId, spanId } }))
      }
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [rows, selectedId, queryClient])
}
