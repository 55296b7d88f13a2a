import type { MetricsPoint } from '@lathe/contract'
import { addHistogram, type Histogram, percentile } from '@lathe/traces'
import type { Selectable } from 'kysely'
import { fromJson, type JsonText } from '../json.ts'
import type { RollupKind, RollupsTable } from '../tables/traces.ts'
import { noSpending, type Spending, spendingNames } from './spending.ts'
import { toUsage } from './usage-columns.ts'

type Histograms = 'latency' | 'first_token'

/** Without the histograms that nobody reads: they are most of a row. */
export type RollupRow = Omit<Selectable<RollupsTable>, Histograms> &
  Record<Histograms, JsonText<Histogram> | null>

/** Which kind of rollup answers for runs and latency, and which for tokens, cost and first tokens. */
export type Reading = { runs: RollupKind; spending: RollupKind; firstToken: RollupKind }

/** Runs as a whole; what they used is counted where it was used, as soon as it was. */
export const ofRuns: Reading = { runs: 'run', spending: 'model', firstToken: 'run' }

type Counts = Pick<MetricsPoint, 'runs' | 'errors' | 'modelCalls' | 'toolCalls' | 'toolErrors'>

/** What a point says, in a form that adds up. */
export type Tally = { counts: Counts; spent: Spending; latency: Histogram; firstToken: Histogram }

const noCounts: Counts = { runs: 0, errors: 0, modelCalls: 0, toolCalls: 0, toolErrors: 0 }
const countNames = Object.keys(noCounts) as (keyof Counts)[]

const emptyTally = (): Tally => ({
  counts: { ...noCounts },
  spent: { ...noSpending },
  latency: {},
  firstToken: {},
})

/** Each histogram is read once, however many points it is part of. */
export function tallyOf(rows: readonly RollupRow[], reading: Reading): Tally {
  const tally = emptyTally()
  for (const row of rows) {
    const { counts, spent } = tally
    const failed = row.status === 'error' ? row.count : 0
    if (row.kind === reading.runs) {
      counts.runs += row.count
      counts.errors += failed
      if (row.latency) addHistogram(tally.latency, fromJson(row.latency))
    }
    if (row.kind === 'model') counts.modelCalls += row.count
    if (row.kind === 'tool') {
      counts.toolCalls += row.count
      counts.toolErrors += failed
    }
    if (row.kind === reading.spending) for (const name of spendingNames) spent[name] += row[name]
    if (row.kind === reading.firstToken && row.first_token)
      addHistogram(tally.firstToken, fromJson(row.first_token))
  }
  return tally
}

export function addUp(tallies: Iterable<Tally>): Tally {
  const sum = emptyTally()
  for (const { counts, spent, latency, firstToken } of tallies) {
    for (const name of countNames) sum.counts[name] += counts[name]
    for (const name of spendingNames) sum.spent[name] += spent[name]
    addHistogram(sum.latency, latency)
    addHistogram(sum.firstToken, firstToken)
  }
  return sum
}

export const toPoint = (
  at: number,
  { counts, spent, latency, firstToken }: Tally,
): MetricsPoint => ({
  at,
  ...counts,
  usage: toUsage(spent),
  cost: spent.cost_nanos,
  unpriced: spent.unpriced,
  latency: percentiles(latency),
  firstToken: percentiles(firstToken),
})

function percentiles(histogram: Histogram): MetricsPoint['latency'] {
  const at = (share: number) => {
    const micros = percentile(histogram, share)
    return micros === null ? null : micros / 1_000
  }
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
