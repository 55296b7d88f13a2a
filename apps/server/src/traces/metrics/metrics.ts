import type { MetricsPoint } from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import type { RollupKind } from '../../platform/db/tables/traces.ts'
import { addTally, emptyTally, RUN_READING, tallyRollups, toPoint } from './metric-points.ts'
import { createBuckets, type MetricsRange } from './metrics-range.ts'
import { sumRollups } from './rollup-sums.ts'

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
