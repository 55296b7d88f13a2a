import { type Evaluation, ZERO_USAGE, type Spending, type Usage } from '@lathe/contract'
import { type Selectable, sql } from 'kysely'
import { v7 } from 'uuid'
import { atomic } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { toJson, toJsonOrNull } from '../../platform/db/json.ts'
import type { ComparisonVerdictsTable } from '../../platform/db/tables/comparisons.ts'
import { now } from '../../platform/time.ts'

export type VerdictRow = Selectable<ComparisonVerdictsTable>

/** The unique key of a verdict. */
export type VerdictPlace = Pick<
  VerdictRow,
  'workspace_id' | 'comparison_id' | 'run_id' | 'against_run_id' | 'fingerprint'
>

export const spentOnVerdict = (row: VerdictRow): Spending => ({
  cost: row.cost_nanos,
  pricedCost: row.priced_nanos,
  unpriced: row.unpriced,
})

/** The result of an attempt. `isFailed`: the request to the judge failed. */
export type Outcome = {
  evaluation: Evaluation
  isFailed: boolean
  usage: Usage
  spent: Spending
}

export const listVerdicts = (
  db: Queries,
  workspaceId: string,
  comparisonId: string,
): Promise<VerdictRow[]> =>
  db
    .selectFrom('comparison_verdicts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('comparison_id', '=', comparisonId)
    .execute()

/** Lists verdicts on the outputs of these runs. */
export async function listVerdictsOn(
  db: Queries,
  workspaceId: string,
  comparisonId: string,
  runs: readonly string[],
): Promise<VerdictRow[]> {
  if (runs.length === 0) return []
  return await db
    .selectFrom('comparison_verdicts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('comparison_id', '=', comparisonId)
    .where('run_id', 'in', runs)
    .execute()
}

export const findVerdict = (db: Queries, place: VerdictPlace): Promise<VerdictRow | undefined> =>
  db
    .selectFrom('comparison_verdicts')
    .selectAll()
    .where((eb) => eb.and(place))
    .executeTakeFirst()

/** Finds a verdict on the same runs that any comparison of the workspace has paid for. */
export const findTwinVerdict = (
  db: Queries,
  { comparison_id: own, ...same }: VerdictPlace,
): Promise<VerdictRow | undefined> =>
  db
    .selectFrom('comparison_verdicts')
    .selectAll()
    .where((eb) => eb.and(same))
    .where('comparison_id', '!=', own)
    .where('status', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

type NewVerdict = Pick<VerdictRow, 'version' | 'asked'> & Partial<VerdictRow>

/** Does nothing if the verdict exists. */
export async function insertVerdict(
  db: Queries,
  place: VerdictPlace,
  verdict: NewVerdict,
): Promise<void> {
  const row: VerdictRow = {
    status: 'asking',
    evaluation: null,
    usage: toJson(ZERO_USAGE),
    cost_nanos: 0,
    priced_nanos: 0,
    unpriced: 0,
    is_reused: 0,
    ...verdict,
    ...place,
    id: v7(),
    created_at: now(),
  }
  await db
    .insertInto('comparison_verdicts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function finishVerdict(
  db: Queries,
  place: VerdictPlace,
  { evaluation, isFailed, usage, spent }: Outcome,
): Promise<void> {
  await db
    .updateTable('comparison_verdicts')
    .set({
      status: isFailed ? 'failed' : 'done',
      evaluation: toJsonOrNull(evaluation),
      usage: toJson(usage),
      cost_nanos: spent.cost,
      priced_nanos: spent.pricedCost,
      unpriced: spent.unpriced,
    })
    .where((eb) => eb.and(place))
    .execute()
}

export async function deleteVerdict(db: Queries, place: VerdictPlace): Promise<void> {
  await db
    .deleteFrom('comparison_verdicts')
    .where((eb) => eb.and(place))
    .execute()
}

/** Deletes failed verdicts so that they can be retried. Their cost stays counted. */
export const forgetFailed = (db: Queries, rows: readonly VerdictRow[]): Promise<unknown> =>
  atomic(
    db,
    rows
      .filter(({ status }) => status === 'failed')
      .map(({ id }) =>
        db
          .updateTable('comparison_verdicts')
          .set({ fingerprint: sql<string>`'failed ' || id` })
          .where('id', '=', id),
      ),
  )
