import {
  addUsage,
  type ComparisonDetail,
  type Evaluation,
  ZERO_USAGE,
  type Spending,
  type Usage,
} from '@lathe/contract'
import { addSpending, noSpending } from '@lathe/traces'
import { type Selectable, sql } from 'kysely'
import { v7 } from 'uuid'
import { atomic } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, toJson, toJsonOrNull } from '../../platform/db/json.ts'
import type { ComparisonVerdictsTable } from '../../platform/db/tables/comparisons.ts'
import { now } from '../../platform/time.ts'

export type VerdictRow = Selectable<ComparisonVerdictsTable>

/** The unique key of a verdict. */
export type VerdictKey = Pick<
  VerdictRow,
  'workspace_id' | 'comparison_id' | 'run_id' | 'against_run_id' | 'fingerprint'
>

export const verdictSpending = (row: VerdictRow): Spending => ({
  cost: row.cost_nanos,
  pricedCost: row.priced_nanos,
  unpriced: row.unpriced,
})

/** The result of an attempt. `isFailed`: the request to the judge failed. */
export type Outcome = {
  evaluation: Evaluation
  isFailed: boolean
  usage: Usage
  spending: Spending
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

export const findVerdict = (db: Queries, key: VerdictKey): Promise<VerdictRow | undefined> =>
  db
    .selectFrom('comparison_verdicts')
    .selectAll()
    .where((eb) => eb.and(key))
    .executeTakeFirst()

/** Finds a verdict on the same runs that any comparison of the workspace has paid for. */
export const findReusableVerdict = (
  db: Queries,
  { comparison_id: comparisonId, ...evaluated }: VerdictKey,
): Promise<VerdictRow | undefined> =>
  db
    .selectFrom('comparison_verdicts')
    .selectAll()
    .where((eb) => eb.and(evaluated))
    .where('comparison_id', '!=', comparisonId)
    .where('status', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

type NewVerdict = Pick<VerdictRow, 'version' | 'asked'> & Partial<VerdictRow>

/** Claims the evaluation. Returns false if the verdict exists. */
export async function insertVerdict(
  db: Queries,
  key: VerdictKey,
  verdict: NewVerdict,
): Promise<boolean> {
  const row: VerdictRow = {
    status: 'asking',
    evaluation: null,
    usage: toJson(ZERO_USAGE),
    cost_nanos: 0,
    priced_nanos: 0,
    unpriced: 0,
    is_reused: 0,
    ...verdict,
    ...key,
    id: v7(),
    created_at: now(),
  }
  const inserted = await db
    .insertInto('comparison_verdicts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** `asking` → `done` or `failed`. */
export async function completeVerdict(
  db: Queries,
  key: VerdictKey,
  { evaluation, isFailed, usage, spending }: Outcome,
): Promise<void> {
  await db
    .updateTable('comparison_verdicts')
    .set({
      status: isFailed ? 'failed' : 'done',
      evaluation: toJsonOrNull(evaluation),
      usage: toJson(usage),
      cost_nanos: spending.cost,
      priced_nanos: spending.pricedCost,
      unpriced: spending.unpriced,
    })
    .where((eb) => eb.and(key))
    .where('status', '=', 'asking')
    .execute()
}

/** Stores a person's rating and replaces an earlier one. */
export async function storeRating(
  db: Queries,
  key: VerdictKey,
  version: string,
  evaluation: Evaluation,
): Promise<void> {
  const rating = { status: 'done' as const, evaluation: toJson(evaluation) }
  if (await insertVerdict(db, key, { version, asked: toJson([]), ...rating })) return
  await db
    .updateTable('comparison_verdicts')
    .set(rating)
    .where((eb) => eb.and(key))
    .execute()
}

export async function deleteVerdict(db: Queries, key: VerdictKey): Promise<void> {
  await db
    .deleteFrom('comparison_verdicts')
    .where((eb) => eb.and(key))
    .execute()
}

/** Frees the keys of failed verdicts so that they can be retried. Their cost stays counted. */
export const retireFailedVerdicts = (db: Queries, rows: readonly VerdictRow[]): Promise<unknown> =>
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

/** Returns what the judges of a comparison cost. Reused verdicts cost nothing. */
export async function judgeSpending(
  db: Queries,
  workspaceId: string,
  comparisonId: string,
): Promise<ComparisonDetail['judging']> {
  const groups = await db
    .selectFrom('comparison_verdicts')
    .select(({ fn }) => [
      'status',
      'usage',
      fn.countAll<number>().as('count'),
      fn.count<number>('cost_nanos').as('pricedCount'),
      fn.sum<number | null>('cost_nanos').as('cost'),
      fn.sum<number>('priced_nanos').as('pricedCost'),
      fn.sum<number>('unpriced').as('unpriced'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('comparison_id', '=', comparisonId)
    .groupBy(['status', 'usage'])
    .execute()
  const spending = groups.map(({ count, pricedCount, cost, pricedCost, unpriced }) => ({
    cost: pricedCount < count ? null : cost,
    pricedCost,
    unpriced,
  }))
  return {
    verdicts: groups.reduce((sum, { status, count }) => sum + (status === 'done' ? count : 0), 0),
    usage: groups.reduce(
      (sum, { usage, count }) => addUsage(sum, multiplyUsage(fromJson(usage), count)),
      ZERO_USAGE,
    ),
    ...spending.reduce(addSpending, noSpending),
  }
}

const multiplyUsage = (usage: Usage, count: number): Usage => ({
  input: usage.input * count,
  output: usage.output * count,
  cachedRead: usage.cachedRead * count,
  cachedWrite: usage.cachedWrite * count,
  reasoning: usage.reasoning * count,
  audio: usage.audio * count,
  audioInput: (usage.audioInput ?? 0) * count,
  audioOutput: (usage.audioOutput ?? 0) * count,
  audioCached: (usage.audioCached ?? 0) * count,
})
