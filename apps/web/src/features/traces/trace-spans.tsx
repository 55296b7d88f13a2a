import { type SpanRow, visibleRows } from '@lathe/traces'
import { Switch, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { plural } from '../../lib/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tree, type TreeRow } from '../../ui/tree.tsx'
import { tabPanel } from '../../ui/view-tabs.tsx'
import { Minimap } from './lens/minimap.tsx'
import type { Lens } from './lens/use-lens.ts'
import { useSelectSpan } from './lens/use-select-span.ts'
import { useZoom } from './lens/use-zoom.ts'
import { SpanRowView } from './span-row.tsx'
import { TimeAxis } from './time-axis.tsx'
import { TraceTabs, type TraceView } from './trace-tabs.tsx'
import styles from './traces.module.css'

type TraceSpansProps = {
  /** Of the tabs. */
  id: string
  view: 'tree' | 'timeline'
  lens: Lens
  selectedId: string | undefined
  /** Views beside these. */
  others: readonly TraceView[]
}

type Row = SpanRow & TreeRow

const asTreeRow = (row: SpanRow): Row => ({
  ...row,
  id: row.span.id,
  level: row.depth + 1,
  isExpanded: row.hasChildren ? row.isOpen : undefined,
})

/** The spans as a tree, with bars on one time axis in the timeline view. */
export function TraceSpans({ id, view, lens, selectedId, others }: TraceSpansProps) {
  const { trace, tree, range, now, parts } = lens
  const select = useSelectSpan()
  const { zoom, setZoom } = useZoom(range)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [withPlumbing, setWithPlumbing] = useState(false)
  const [query, setQuery] = useState('')
  // Another program's own functions are steps like any other.
  const isForeign = trace.source !== null
  const { rows, hiddenPlumbing } = useMemo(() => {
    const search = query.trim().toLowerCase()
    const visible = visibleRows(tree, { folded, withPlumbing, isForeign, query: search })
    return { ...visible, rows: visible.rows.map(asTreeRow) }
  }, [tree, folded, withPlumbing, isForeign, query])
  const shown = zoom ?? range

  const toggle = (spanId: string, isExpanded: boolean) =>
    setFolded((old) => {
      const next = new Set(old)
      if (isExpanded) next.delete(spanId)
      else next.add(spanId)
      return next
    })
  const selectNextError = () => {
    const failed = rows.filter((row) => row.span.status === 'error')
    const after = rows.findIndex((row) => row.id === selectedId)
    const next = failed.find((row) => rows.indexOf(row) > after) ?? failed[0]
    if (next) select(next.id)
  }
  useHotkeys([{ keys: 'e', label: 'Next error', group: 'Trace', run: selectNextError }])

  return (
    <section className={styles.spans} aria-label="Spans">
      <TraceTabs
        id={id}
        trace={trace}
        others={others}
        actions={
          <>
            <TextInput
              size="xs"
              aria-label="Find in this trace"
              placeholder="Find in this trace"
              leftSection={<IconSearch size={12} />}
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
            />
            {(hiddenPlumbing > 0 || withPlumbing) && (
              <Switch
                size="xs"
                label={
                  withPlumbing ? 'framework steps' : `${plural(hiddenPlumbing, 'step')} hidden`
                }
                checked={withPlumbing}
                onChange={(event) => setWithPlumbing(event.currentTarget.checked)}
              />
            )}
          </>
        }
      />
      <div className={styles.view} {...tabPanel(id, view)}>
        {view === 'timeline' && (
          <>
            <Minimap lens={lens} zoom={zoom} onZoom={setZoom} />
            <TimeAxis range={shown} from={range.from} />
          </>
        )}
        <div className={styles.rows}>
          {rows.length === 0 ? (
            <EmptyState title={query ? `No span matches “${query}”` : 'No spans yet'} />
          ) : (
            <Tree
              label="Spans"
              rows={rows}
              selectedId={selectedId}
              onSelect={select}
              onToggle={toggle}
              renderRow={(row) => (
                <SpanRowView
                  row={row}
                  range={view === 'timeline' ? shown : undefined}
                  now={now}
                  path={parts.get(row.id)}
                />
              )}
              rowHeight={view === 'timeline' ? 24 : 28}
            />
          )}
        </div>
      </div>
    </section>
  )
}
