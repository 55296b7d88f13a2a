import type { MetricsPoint } from '@lathe/contract'
import { HistogramSum } from '@lathe/traces'
import type { Reading, RollupSum } from './rollup-sums.ts'
import { addSpending, noSpending, type Spending, spendingNames, clamped } from './spending.ts'
import { toUsage } from '../store/usage-columns.ts'

/** Counts whole runs. Usage is counted where and when it occurred. */
export const ofRuns: Reading = { runs: 'run', spending: 'model', firstToken: 'run' }

type Counts = Pick<MetricsPoint, 'runs' | 'errors' | 'modelCalls' | 'toolCalls' | 'toolErrors'>

/** Additive statistics of a point. */
export type Tally = {
  counts: Counts
  spent: Spending
  latency: HistogramSum
  firstToken: HistogramSum
}

const noCounts: Counts = { runs: 0, errors: 0, modelCalls: 0, toolCalls: 0, toolErrors: 0 }
const countNames = Object.keys(noCounts) as (keyof Counts)[]

export const emptyTally = (): Tally => ({
  counts: { ...noCounts },
  spent: { ...noSpending },
  latency: new HistogramSum(),
  firstToken: new HistogramSum(),
})

/** Parses each histogram once, however many points use it. */
export function tallyOf(rows: readonly RollupSum[], reading: Reading): Tally {
  const tally = emptyTally()
  for (const row of rows) {
    const { counts, spent } = tally
    const failed = row.status === 'error' ? row.count : 0
    if (row.kind === reading.runs) {
      counts.runs += row.count
      counts.errors += failed
      if (row.latency) tally.latency.addJson(row.latency)
    }
    if (row.kind === 'model') counts.modelCalls += row.count
    if (row.kind === 'tool') {
      counts.toolCalls += row.count
      counts.toolErrors += failed
    }
    if (row.kind === reading.spending) for (const name of spendingNames) spent[name] += row[name]
    if (row.first_token) tally.firstToken.addJson(row.first_token)
  }
  return tally
}

export function addTally(sum: Tally, { counts, spent, latency, firstToken }: Tally): void {
  for (const name of countNames) sum.counts[name] += counts[name]
  for (const name of spendingNames) sum.spent[name] += spent[name]
  sum.latency.add(latency)
  sum.firstToken.add(firstToken)
}

export const toPoint = (
  at: number,
  { counts, spent, latency, firstToken }: Tally,
): MetricsPoint => ({
  at,
  ...counts,
  usage: toUsage(addSpending(noSpending, spent)),
  cost: spent.cost_nanos === 0 && spent.unpriced > 0 ? null : clamped(spent.cost_nanos),
  unpriced: spent.unpriced - spent.unmetered,
  unmetered: spent.unmetered,
  latency: percentiles(latency),
  firstToken: percentiles(firstToken),
})

function percentiles(histogram: HistogramSum): MetricsPoint['latency'] {
  const at = (share: number) => {
    const micros = histogram.percentile(share)
    return micros === null ? null : micros / 1_000
  }
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
