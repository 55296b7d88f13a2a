import type { SpanRow, TimeRange } from '@lathe/traces'
import { Switch } from '@mantine/core'
import { plural } from '../../../lib/format/format.ts'
import { Tree, type TreeRow } from '../../../ui/tree/tree.tsx'
import { SpanRowView } from './span-row.tsx'
import type { FoldState, TraceViewModel } from './use-trace-view-model.ts'

export type SpanTreeRow = SpanRow & TreeRow

export const toTreeRow = (row: SpanRow): SpanTreeRow => ({
  ...row,
  id: row.span.id,
  level: row.depth + 1,
  isExpanded: row.hasChildren ? row.isOpen : undefined,
})

type SpanTreeProps = {
  rows: readonly SpanTreeRow[]
  model: Pick<TraceViewModel, 'now' | 'isSilent' | 'parts'>
  /** The visible time range for bars. Without it, rows show numbers. */
  range: TimeRange | undefined
  selectedId: string | undefined
  onSelect: (spanId: string) => void
  onToggle: FoldState['toggleSpan']
  /** Payload excerpts that match the search, by span. */
  excerpts?: ReadonlyMap<string, string>
}

/** Spans as a tree, with numbers or with bars on a time axis. */
export function SpanTree({ rows, model, range, excerpts, ...tree }: SpanTreeProps) {
  return (
    <Tree
      label="Spans"
      rows={rows}
      renderRow={(row) => (
        <SpanRowView
          row={row}
          range={range}
          now={model.now}
          isSilent={model.isSilent}
          path={model.parts.get(row.id)}
          excerpt={excerpts?.get(row.id)}
        />
      )}
      rowHeight={range ? 24 : 28}
      {...tree}
    />
  )
}

type PlumbingSwitchProps = Pick<FoldState, 'withPlumbing' | 'setWithPlumbing'> & {
  hiddenCount: number
}

/** Shows or hides the spans of the framework. */
export function PlumbingSwitch(props: PlumbingSwitchProps) {
  const { hiddenCount, withPlumbing, setWithPlumbing } = props
  if (hiddenCount === 0 && !withPlumbing) return null
  return (
    <Switch
      size="xs"
      label={withPlumbing ? 'framework steps' : `${plural(hiddenCount, 'framework step')} hidden`}
      checked={withPlumbing}
      onChange={(event) => setWithPlumbing(event.currentTarget.checked)}
    />
  )
}
