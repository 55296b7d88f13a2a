import type { MetricsPoint } from '@lathe/contract'
import { formatCost, formatCount, formatDuration, formatPercent } from '../../lib/format.ts'
import type { Dimension } from './dimensions.ts'
import { errorRate } from './series.ts'

type Measure = {
  label: string
  value: (point: MetricsPoint) => number | null
  format: (value: number | null) => string
}

/** What groups are compared by. */
export const measures = {
  runs: { label: 'Runs', value: ({ runs }) => runs, format: formatCount },
  errors: { label: 'Error rate', value: errorRate, format: formatPercent },
  p50: { label: 'p50', value: ({ latency }) => latency.p50, format: formatDuration },
  p95: { label: 'p95', value: ({ latency }) => latency.p95, format: formatDuration },
  p99: { label: 'p99', value: ({ latency }) => latency.p99, format: formatDuration },
  ttft: {
    label: 'First token p95',
    value: ({ firstToken }) => firstToken.p95,
    format: formatDuration,
  },
  input: { label: 'Tokens in', value: ({ usage }) => usage.input, format: formatCount },
  cached: { label: 'Cached', value: ({ usage }) => usage.cachedRead, format: formatCount },
  output: { label: 'Tokens out', value: ({ usage }) => usage.output, format: formatCount },
  cost: { label: 'Cost', value: knownCost, format: formatCost },
  tools: { label: 'Tool errors', value: ({ toolErrors }) => toolErrors, format: formatCount },
} as const satisfies Record<string, Measure>

export type MeasureId = keyof typeof measures

/** Nodes, models and tools are called by runs, some of them often. */
export const labelOf = (id: MeasureId, by: Dimension): string =>
  id === 'runs' && (by === 'node' || by === 'model' || by === 'tool') ? 'Calls' : measures[id].label

/** Unknown where calls were made and none of them has a price; a sum of the known ones otherwise. */
function knownCost({ cost, unpriced, modelCalls }: MetricsPoint): number | null {
  return cost === 0 && unpriced > 0 && unpriced >= modelCalls ? null : cost
}
