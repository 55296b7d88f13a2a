import type { CellSelection, Comparison, ComparisonPlan, ComparisonStatus } from '@lathe/contract'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull, toJson } from '../../platform/db/json.ts'
import type {
  AskedCells,
  ComparisonsTable,
  KeptVerdict,
  Spent,
} from '../../platform/db/tables/comparisons.ts'
import { now, RESTORABLE_MICROS } from '../../platform/time.ts'
import { PARKED_KEY_PATTERN, parkCells } from '../plan/parked-cells.ts'
import { atomic } from '../../platform/db/atomic.ts'

export type ComparisonRow = Selectable<ComparisonsTable>

const PLAN_DEFAULTS = {
  judgeBudget: {},
  sameRecording: false,
  batch: false,
} satisfies Partial<ComparisonPlan>

/** Defaults for settings that older stored plans lack. */
export const readPlan = ({ plan }: Pick<ComparisonRow, 'plan'>): ComparisonPlan => ({
  ...PLAN_DEFAULTS,
  ...fromJson(plan),
})

export async function insertComparison(
  db: Queries,
  workspaceId: string,
  name: string,
  plan: ComparisonPlan,
  suiteId: string | null = null,
): Promise<string> {
  const id = v7()
  const createdAt = now()
  await db
    .insertInto('comparisons')
    .values({
      id,
      workspace_id: workspaceId,
      name,
      status: 'draft',
      stop_reason: null,
      spent: null,
      revision: 1,
      plan: toJson(plan),
      created_at: createdAt,
      updated_at: createdAt,
      suite_id: suiteId,
      verdict: null,
      asked: toJson([]),
      deleted_at: null,
    })
    .execute()
  return id
}

export const findComparison = (
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<ComparisonRow | undefined> =>
  db
    .selectFrom('comparisons')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Lists comparisons, newest first. Returns one row past `limit` if there are more. */
export async function listComparisons(
  db: Queries,
  workspaceId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<ComparisonRow[]> {
  return await db
    .selectFrom('comparisons')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('suite_id', 'is', null)
    .where('deleted_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function toComparisons(db: Queries, rows: ComparisonRow[]): Promise<Comparison[]> {
  const counts = await countCells(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toComparison(row, counts.get(row.id)))
}

type Counts = { done: number; failed: number }

export async function countCells(db: Queries, ids: string[]): Promise<Map<string, Counts>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('comparison_cells')
    .select(['comparison_id', 'status'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('comparison_id', 'in', ids)
    .where('variant', 'not like', PARKED_KEY_PATTERN)
    .where('case_key', 'not like', PARKED_KEY_PATTERN)
    .groupBy(['comparison_id', 'status'])
    .execute()
  const counts = new Map<string, Counts>()
  for (const { comparison_id: id, status, count } of rows) {
    const { done, failed } = counts.get(id) ?? { done: 0, failed: 0 }
    if (status === 'success') counts.set(id, { done: done + count, failed })
    if (status === 'error') counts.set(id, { done: done + count, failed: failed + count })
  }
  return counts
}

export function toComparison(
  row: ComparisonRow,
  { done, failed }: Counts = { done: 0, failed: 0 },
): Comparison {
  const { variants, cases, repeats } = fromJson(row.plan)
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    revision: row.revision,
    variants: variants.length,
    cases: cases.length,
    cells: { total: variants.length * cases.length * repeats, done, failed },
    rulings: listRulings(row),
    suiteId: row.suite_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/**
 * Increase when the same cells would get a different verdict. Version 2 counts errored runs and
 * single evaluators.
 */
export const VERDICT_RULES = 2

export function cachedVerdict({ verdict, updated_at }: ComparisonRow): KeptVerdict | null {
  const cached = fromJsonOrNull(verdict)
  return cached?.at === updated_at && cached.rules === VERDICT_RULES ? cached : null
}

function listRulings(row: ComparisonRow): Comparison['rulings'] {
  const verdict = cachedVerdict(row)
  if (!verdict) return null
  return verdict.variants.flatMap(({ name, ruling }) => (ruling === null ? [] : { name, ruling }))
}

/** Invalidates the cached verdict. */
export async function touchComparison(db: Queries, workspaceId: string, id: string): Promise<void> {
  await db
    .updateTable('comparisons')
    .set({ updated_at: now() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Caches the verdict unless the comparison has changed in the meantime. */
export async function cacheVerdict(db: Queries, id: string, verdict: KeptVerdict): Promise<void> {
  await db
    .updateTable('comparisons')
    .set({ verdict: toJson(verdict) })
    .where('id', '=', id)
    .where('updated_at', '=', verdict.at)
    .execute()
}

type Edit = { revision: number; name?: string; plan?: ComparisonPlan }

/** Returns false if the revision is stale. */
export async function editComparison(
  db: Queries,
  before: ComparisonRow,
  { revision, name, plan }: Edit,
): Promise<boolean> {
  return await db.transaction().execute(async (open) => {
    const row = await open
      .updateTable('comparisons')
      .set({
        revision: revision + 1,
        updated_at: now(),
        ...(name !== undefined && { name }),
        ...(plan && { plan: toJson(plan) }),
      })
      .where('workspace_id', '=', before.workspace_id)
      .where('id', '=', before.id)
      .where('revision', '=', revision)
      .where('revision', '=', before.revision)
      .returning('id')
      .executeTakeFirst()
    if (row && plan) await parkCells(open, before.id, fromJson(before.plan), plan)
    return row !== undefined
  })
}

export async function setStatus(
  db: Queries,
  workspaceId: string,
  id: string,
  status: ComparisonStatus,
  stopReason: ComparisonRow['stop_reason'] = null,
): Promise<void> {
  await db
    .updateTable('comparisons')
    .set({ status, stop_reason: stopReason, spent: null, updated_at: now() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** While the comparison is running, earlier requests stay. */
export async function setToWork(
  db: Queries,
  { workspace_id: workspaceId, id, asked }: ComparisonRow,
  request: Omit<AskedCells, 'at'>,
  { isRunning }: { isRunning: boolean },
): Promise<void> {
  const latest = { ...request, at: now() }
  const earlier = isRunning ? fromJson(asked) : []
  await db
    .updateTable('comparisons')
    .set({
      status: 'running',
      stop_reason: null,
      ...(!request.areLeft && { spent: null }),
      updated_at: latest.at,
      asked: toJson(
        [...earlier, latest].some(({ only: selection }) => isEverything(selection))
          ? [{ ...latest, only: {} }]
          : [...earlier.filter((other) => toJson(other.only) !== toJson(latest.only)), latest],
      ),
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

const isEverything = (selection: CellSelection): boolean => Object.keys(selection).length === 0

/**
 * Returns false if more cells were requested in the meantime. `spending`: set if the budget is used
 * up.
 */
export async function endWork(
  db: Queries,
  { workspace_id: workspaceId, id, asked }: ComparisonRow,
  spending?: Spent,
): Promise<boolean> {
  const row = await db
    .updateTable('comparisons')
    .set({
      ...(spending
        ? { status: 'stopped', stop_reason: 'budget', spent: toJson(spending) }
        : { status: 'done', stop_reason: null, spent: null }),
      updated_at: now(),
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('asked', '=', asked)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Lists comparisons whose process ended while they were running. */
export const listRunning = (db: Queries): Promise<Pick<ComparisonRow, 'id' | 'workspace_id'>[]> =>
  db
    .selectFrom('comparisons')
    .select(['id', 'workspace_id'])
    .where('status', '=', 'running')
    .where('deleted_at', 'is', null)
    .execute()

/** Ignores comparisons that were not deleted, or were deleted with their suite. */
export async function restoreComparison(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<void> {
  const suites = db.selectFrom('suites').select('id').where('deleted_at', 'is not', null)
  await db
    .updateTable('comparisons')
    .set({ deleted_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('suite_id', 'is', null), eb('suite_id', 'not in', suites)]))
    .execute()
}

/** Deletes comparisons and suites whose restore period has passed. */
export async function purgeComparisons(db: Queries): Promise<void> {
  const before = now() - RESTORABLE_MICROS
  const purged = db.selectFrom('comparisons').select('id').where('deleted_at', '<', before)
  const batches = db
    .selectFrom('comparison_batches')
    .select('id')
    .where('comparison_id', 'in', purged)
  await atomic(db, [
    db.deleteFrom('batch_requests').where('batch_id', 'in', batches),
    db.deleteFrom('comparison_batches').where('comparison_id', 'in', purged),
    db.deleteFrom('comparison_cells').where('comparison_id', 'in', purged),
    db.deleteFrom('comparison_verdicts').where('comparison_id', 'in', purged),
    db.deleteFrom('comparison_votes').where('comparison_id', 'in', purged),
    db.deleteFrom('comparisons').where('deleted_at', '<', before),
    db.deleteFrom('suites').where('deleted_at', '<', before),
  ])
}
