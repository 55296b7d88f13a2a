import type { MetricsPoint } from '@lathe/contract'
import { HistogramSum } from '@lathe/traces'
import { type Reading, type RollupSum, sumRollups } from './rollup-sums.ts'
import {
  addSpending,
  clampToSafeInteger,
  noSpending,
  type Spending,
  spendingNames,
} from './spending.ts'
import { toUsage } from '../store/usage-columns.ts'
import type { Db } from '../../platform/db/db.ts'
import type { RollupKind } from '../../platform/db/tables/traces.ts'
import { createBuckets, type MetricsRange } from './metrics-range.ts'

/** Counts whole runs. Usage is counted where and when it occurred. */
export const RUN_READING: Reading = { runs: 'run', spending: 'model', firstToken: 'run' }

type Counts = Pick<MetricsPoint, 'runs' | 'errors' | 'modelCalls' | 'toolCalls' | 'toolErrors'>

/** Additive statistics of a point. */
export type Tally = {
  counts: Counts
  spending: Spending
  latency: HistogramSum
  firstToken: HistogramSum
}

const ZERO_COUNTS: Counts = { runs: 0, errors: 0, modelCalls: 0, toolCalls: 0, toolErrors: 0 }
const countNames = Object.keys(ZERO_COUNTS) as (keyof Counts)[]

export const emptyTally = (): Tally => ({
  counts: { ...ZERO_COUNTS },
  spending: { ...noSpending },
  latency: new HistogramSum(),
  firstToken: new HistogramSum(),
})

/** Parses each histogram once, however many points use it. */
export function tallyRollups(rows: readonly RollupSum[], reading: Reading): Tally {
  const tally = emptyTally()
  for (const row of rows) {
    const { counts, spending } = tally
    const failures = row.status === 'error' ? row.count : 0
    if (row.kind === reading.runs) {
      counts.runs += row.count
      counts.errors += failures
      if (row.latency) tally.latency.addJson(row.latency)
    }
    if (row.kind === 'model') counts.modelCalls += row.count
    if (row.kind === 'tool') {
      counts.toolCalls += row.count
      counts.toolErrors += failures
    }
    if (row.kind === reading.spending) for (const name of spendingNames) spending[name] += row[name]
    if (row.first_token) tally.firstToken.addJson(row.first_token)
  }
  return tally
}

export function addTally(sum: Tally, { counts, spending, latency, firstToken }: Tally): void {
  for (const name of countNames) sum.counts[name] += counts[name]
  for (const name of spendingNames) sum.spending[name] += spending[name]
  sum.latency.add(latency)
  sum.firstToken.add(firstToken)
}

export const toPoint = (
  start: number,
  { counts, spending, latency, firstToken }: Tally,
): MetricsPoint => ({
  at: start,
  ...counts,
  usage: toUsage(addSpending(noSpending, spending)),
  cost:
    spending.cost_nanos === 0 && spending.unpriced > 0
      ? null
      : clampToSafeInteger(spending.cost_nanos),
  unpriced: spending.unpriced - spending.unmetered,
  unmetered: spending.unmetered,
  latency: percentiles(latency),
  firstToken: percentiles(firstToken),
})

function percentiles(histogram: HistogramSum): MetricsPoint['latency'] {
  const percentileMs = (share: number) => {
    const micros = histogram.percentile(share)
    return micros === null ? null : micros / 1_000
  }
  return { p50: percentileMs(0.5), p95: percentileMs(0.95), p99: percentileMs(0.99) }
}

/** Returns one point per bucket, oldest first, including empty ones. */
export async function metricsSeries(
  db: Db,
  workspaceId: string,
  range: MetricsRange,
  bucket: 'hour' | 'day',
): Promise<{ points: MetricsPoint[]; total: MetricsPoint }> {
  const { first, starts, floor } = createBuckets(range, bucket)
  const bucketRange = { ...range, from: first }
  const kinds: RollupKind[] = ['run', 'model', 'tool']
  const sums = await sumRollups(db, workspaceId, bucketRange, {
    kinds,
    reading: RUN_READING,
    columns: ['hour'],
  })
  const buckets = Map.groupBy(sums, ({ hour }) => floor(hour))
  const total = emptyTally()
  const points = starts.map((start) => {
    const tally = tallyRollups(buckets.get(start) ?? [], RUN_READING)
    addTally(total, tally)
    return toPoint(start, tally)
  })
  return { points, total: toPoint(first, total) }
}
