import type { MetricsPoint } from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import type { RollupKind } from '../../platform/db/tables/traces.ts'
import { addTally, emptyTally, ofRuns, tallyOf, toPoint } from './metric-points.ts'
import { bucketsOf, type MetricsRange } from './metrics-range.ts'
import { sumRollups } from './rollup-sums.ts'

/** Returns one point per bucket, oldest first, including empty ones. */
export async function metricsSeries(
  db: Db,
  workspaceId: string,
  range: MetricsRange,
  bucket: 'hour' | 'day',
): Promise<{ points: MetricsPoint[]; total: MetricsPoint }> {
  const { first, starts, floor } = bucketsOf(range, bucket)
  const whole = { ...range, from: first }
  const kinds: RollupKind[] = ['run', 'model', 'tool']
  const sums = await sumRollups(db, workspaceId, whole, { kinds, reading: ofRuns, by: ['hour'] })
  const buckets = Map.groupBy(sums, ({ hour }) => floor(hour))
  const total = emptyTally()
  const points = starts.map((at) => {
    const tally = tallyOf(buckets.get(at) ?? [], ofRuns)
    addTally(total, tally)
    return toPoint(at, tally)
  })
  return { points, total: toPoint(first, total) }
}
