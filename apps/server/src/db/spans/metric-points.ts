import type { MetricsPoint } from '@lathe/contract'
import { mergeHistograms, percentile } from '@lathe/traces'
import type { Selectable } from 'kysely'
import { fromJson } from '../json.ts'
import type { RollupKind, RollupsTable } from '../tables/traces.ts'
import { addSpending, noSpending } from './spending.ts'
import { toUsage } from './usage-columns.ts'

export type RollupRow = Selectable<RollupsTable>

/** Which kind of rollup answers for runs and latency, and which for tokens, cost and first tokens. */
export type Reading = { runs: RollupKind; spending: RollupKind; firstToken: RollupKind }

/** Runs as a whole; what they used is counted where it was used, as soon as it was. */
export const ofRuns: Reading = { runs: 'run', spending: 'model', firstToken: 'run' }

export function toPoint(at: number, rows: readonly RollupRow[], reading: Reading): MetricsPoint {
  const of = (kind: RollupKind) => rows.filter((row) => row.kind === kind)
  const runs = of(reading.runs)
  const tools = of('tool')
  const spent = of(reading.spending).reduce((sum, row) => addSpending(sum, row), noSpending)
  return {
    at,
    runs: countOf(runs),
    errors: countOf(runs.filter(hasFailed)),
    modelCalls: countOf(of('model')),
    toolCalls: countOf(tools),
    toolErrors: countOf(tools.filter(hasFailed)),
    usage: toUsage(spent),
    cost: spent.cost_nanos,
    unpriced: spent.unpriced,
    latency: percentiles(runs.map((row) => row.latency)),
    firstToken: percentiles(of(reading.firstToken).map((row) => row.first_token)),
  }
}

const hasFailed = ({ status }: RollupRow) => status === 'error'

const countOf = (rows: readonly RollupRow[]) => rows.reduce((sum, { count }) => sum + count, 0)

function percentiles(stored: RollupRow['latency'][]): MetricsPoint['latency'] {
  const histogram = mergeHistograms(stored.map((text) => fromJson(text)))
  const at = (share: number) => {
    const micros = percentile(histogram, share)
    return micros === null ? null : micros / 1_000
  }
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
