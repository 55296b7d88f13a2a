import type { MetricsPoint } from '@lathe/contract'
import {
  formatCost,
  formatCount,
  formatDuration,
  formatPercent,
  formatSpending,
} from '../../lib/format/format.ts'
import { dollars, milliseconds, type CsvUnit } from '../../ui/charts/chart-table-data.ts'
import type { Dimension } from './dimensions.ts'
import { errorRate, pointSpending } from './series.ts'

export type Measure = {
  label: string
  value: (point: MetricsPoint) => number | null
  format: (value: number | null) => string
  unit?: CsvUnit
  /** Formats the total of a group if its value alone is not enough. */
  formatTotal?: (point: MetricsPoint) => string
  /** Shown only if a group has a value. */
  isRare?: boolean
}

const duration = (label: string, value: Measure['value']): Measure => ({
  label,
  value,
  format: formatDuration,
  unit: milliseconds,
})

/** The measures of groups. */
export const measures = {
  runs: {
    label: 'Runs',
    value: ({ runs }) => runs,
    format: formatCount,
    // A group without runs but with calls is outside of all nodes.
    formatTotal: ({ runs, modelCalls, toolCalls }) =>
      runs === 0 && modelCalls + toolCalls > 0 ? '—' : formatCount(runs),
  },
  errors: { label: 'Error rate', value: errorRate, format: formatPercent },
  p50: duration('p50', ({ latency }) => latency.p50),
  p95: duration('p95', ({ latency }) => latency.p95),
  p99: duration('p99', ({ latency }) => latency.p99),
  ttft: duration('First token p95', ({ firstToken }) => firstToken.p95),
  input: { label: 'Input tokens', value: ({ usage }) => usage.input, format: formatCount },
  cached: { label: 'Cached', value: ({ usage }) => usage.cachedRead, format: formatCount },
  output: { label: 'Output tokens', value: ({ usage }) => usage.output, format: formatCount },
  reasoning: {
    label: 'Reasoning',
    value: ({ usage }) => usage.reasoning,
    format: formatCount,
    isRare: true,
  },
  audio: {
    label: 'Audio',
    value: ({ usage }) => usage.audio,
    format: formatCount,
    isRare: true,
  },
  cost: {
    label: 'Cost',
    value: ({ cost }) => cost,
    format: formatCost,
    unit: dollars,
    formatTotal: (total) => formatSpending(pointSpending(total)),
  },
  tools: { label: 'Tool errors', value: ({ toolErrors }) => toolErrors, format: formatCount },
} satisfies Record<string, Measure>

export type MeasureId = keyof typeof measures

const allMeasures = Object.keys(measures) as MeasureId[]
/** Tools use no tokens. */
const toolMeasures: MeasureId[] = ['runs', 'errors', 'p50', 'p95', 'p99']

/** The measures that apply to these groups. */
export const availableMeasures = (by: Dimension, groups: readonly { total: MetricsPoint }[]) =>
  (by === 'tool' ? toolMeasures : allMeasures).filter((id) => {
    const { isRare = false, value }: Measure = measures[id]
    return !isRare || groups.some(({ total }) => (value(total) ?? 0) > 0)
  })

/** Nodes, models and tools are called, possibly several times per run. */
export const measureLabel = (id: MeasureId, by: Dimension): string =>
  id === 'runs' && (by === 'node' || by === 'model' || by === 'tool') ? 'Calls' : measures[id].label
