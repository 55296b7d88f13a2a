import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { RollupKind } from '../../platform/db/tables/traces.ts'
import { environmentCondition } from '../query/list/conditions.ts'
import { findDimensions, type MetricsRange } from './metrics-range.ts'
import { HOUR, type RollupDimensions } from './rollup-rows.ts'
import { type Spending, spendingNames } from './spending.ts'

type Dimensions = Omit<RollupDimensions, 'workspace_id'>

/**
 * Sums over all dimensions that were not requested, which are empty. Histograms of the read kinds
 * as JSON.
 */
export type RollupSum = Dimensions &
  Spending & { count: number; latency: string | null; first_token: string | null }

/** The rollup kinds that supply runs and latency, usage and cost, and first tokens. */
export type Reading = { runs: RollupKind; spending: RollupKind; firstToken: RollupKind }

type SumOptions = {
  kinds: RollupKind[]
  reading: Reading
  /** Kind and status are always separate. */
  columns: readonly Exclude<keyof Dimensions, 'kind' | 'status'>[]
}

const EMPTY_DIMENSIONS = {
  hour: 0,
  agent_id: '',
  version: 0,
  project_id: '',
  environment: '',
  node: '',
  subject: '',
}

/** Sums rollups in the database: a week has thousands of rows but a chart only hundreds. */
export async function sumRollups(
  db: Db,
  workspaceId: string,
  range: MetricsRange,
  { kinds, reading, columns }: SumOptions,
): Promise<RollupSum[]> {
  const dimensions = await findDimensions(db, workspaceId, range)
  if (!dimensions) return []
  let query = db.analytics
    .selectFrom('rollups')
    .select(['kind', 'status', ...columns])
    .select((eb) =>
      (['count', ...spendingNames] as const).map((name) =>
        // As double precision, because integer sums overflow in SQLite and in JavaScript.
        eb.fn.sum<number>(eb.cast(name, 'double precision')).as(name),
      ),
    )
    .select((eb) => {
      const joinHistograms = (kind: RollupKind, column: 'latency' | 'first_token') =>
        eb.fn
          .agg<string | null>('string_agg', [
            eb.case().when('kind', '=', kind).then(eb.ref(column)).end(),
            sql.lit(','),
          ])
          .as(column)
      return [
        joinHistograms(reading.runs, 'latency'),
        joinHistograms(reading.firstToken, 'first_token'),
      ]
    })
    .where('workspace_id', '=', workspaceId)
    .where('kind', 'in', kinds)
    .where('hour', '>=', Math.floor(range.from / HOUR) * HOUR)
    .where('hour', '<', range.to)
    // Skip rows whose counts were all moved to other rows.
    .where((eb) =>
      eb.or([eb('count', '<>', 0), eb('cost_nanos', '<>', 0), eb('usage_input', '<>', 0)]),
    )
    .groupBy(['kind', 'status', ...columns])
  query = query.where(environmentCondition('rollups', range.environment))
  if (dimensions.agentId) query = query.where('agent_id', '=', dimensions.agentId)
  if (dimensions.projectId) query = query.where('project_id', '=', dimensions.projectId)
  return (await query.execute()).map((sums) => ({ ...EMPTY_DIMENSIONS, ...sums }))
}
