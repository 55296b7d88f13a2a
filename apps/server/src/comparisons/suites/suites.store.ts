import type { ComparisonPlan, Suite } from '@lathe/contract'
import { v7 } from 'uuid'
import type { Queries } from '../../platform/db/db.ts'
import { toJson } from '../../platform/db/json.ts'
import { now } from '../../platform/time.ts'
import { type ComparisonRow, readPlan } from '../api/comparisons.store.ts'
import { atomic } from '../../platform/db/atomic.ts'

const MAX_RUNS = 200

export type NewSuite = {
  name: string
  agentId: string
  baselineVersion: number
  plan: ComparisonPlan
  /** The comparison it was saved from. */
  from: string
}

export async function insertSuite(
  db: Queries,
  workspaceId: string,
  { name, agentId, baselineVersion, plan, from }: NewSuite,
): Promise<string> {
  const id = v7()
  await db
    .insertInto('suites')
    .values({
      id,
      workspace_id: workspaceId,
      name,
      agent_id: agentId,
      baseline_version: baselineVersion,
      plan: toJson(plan),
      created_at: now(),
      deleted_at: null,
      comparison_id: from,
    })
    .execute()
  return id
}

const selectSuites = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('suites as s')
    .innerJoin('agents as a', 'a.id', 's.agent_id')
    .leftJoin('comparisons as o', (join) =>
      join
        .onRef('o.id', '=', 's.comparison_id')
        .onRef('o.workspace_id', '=', 's.workspace_id')
        .on('o.deleted_at', 'is', null),
    )
    .select(['s.id', 's.name', 's.baseline_version', 's.plan', 's.created_at', 'a.slug'])
    .select(['o.id as origin_id', 'o.name as origin_name'])
    .select((eb) =>
      eb
        .selectFrom('comparisons as c')
        .select(eb.fn.countAll<number>().as('runs'))
        .whereRef('c.suite_id', '=', 's.id')
        .where('c.deleted_at', 'is', null)
        .as('runs'),
    )
    .where('s.workspace_id', '=', workspaceId)
    .where('s.deleted_at', 'is', null)

type SuiteRow = Awaited<ReturnType<ReturnType<typeof selectSuites>['executeTakeFirstOrThrow']>>
export type SuiteWithPlan = Suite & { plan: ComparisonPlan }

function toSuite(row: SuiteRow): SuiteWithPlan {
  const plan = readPlan(row)
  return {
    id: row.id,
    name: row.name,
    agent: row.slug,
    baselineVersion: row.baseline_version,
    cases: plan.cases.length,
    runs: Number(row.runs),
    from:
      row.origin_id === null || row.origin_name === null
        ? null
        : { id: row.origin_id, name: row.origin_name },
    createdAt: row.created_at,
    plan,
  }
}

export async function listSuites(db: Queries, workspaceId: string): Promise<Suite[]> {
  const rows = await selectSuites(db, workspaceId).orderBy('s.name').orderBy('s.id').execute()
  return rows.map((row) => {
    const { plan: _plan, ...suite } = toSuite(row)
    return suite
  })
}

export async function findSuite(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<SuiteWithPlan | undefined> {
  const row = await selectSuites(db, workspaceId).where('s.id', '=', id).executeTakeFirst()
  return row && toSuite(row)
}

/** Lists the newest runs, oldest first. */
export async function listSuiteRuns(
  db: Queries,
  workspaceId: string,
  suiteId: string,
): Promise<ComparisonRow[]> {
  const rows = await db
    .selectFrom('comparisons')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('suite_id', '=', suiteId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(MAX_RUNS)
    .execute()
  return rows.toReversed()
}

export async function editSuite(
  db: Queries,
  workspaceId: string,
  id: string,
  { name, baselineVersion, plan }: Partial<Omit<NewSuite, 'agentId' | 'from'>>,
): Promise<void> {
  await db
    .updateTable('suites')
    .set({
      ...(name !== undefined && { name }),
      ...(baselineVersion !== undefined && { baseline_version: baselineVersion }),
      ...(plan && { plan: toJson(plan) }),
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a suite with its runs. It can be restored until it is purged. */
export async function hideSuite(db: Queries, workspaceId: string, id: string): Promise<void> {
  const deleted = { deleted_at: now() }
  await atomic(db, [
    db
      .updateTable('suites')
      .set(deleted)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
    db
      .updateTable('comparisons')
      .set(deleted)
      .where('workspace_id', '=', workspaceId)
      .where('suite_id', '=', id)
      .where('deleted_at', 'is', null),
  ])
}

/** Restores a suite with the runs that were deleted with it. */
export async function restoreSuite(db: Queries, workspaceId: string, id: string): Promise<void> {
  const deletedAt = db
    .selectFrom('suites')
    .select('deleted_at')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
  await atomic(db, [
    db
      .updateTable('comparisons')
      .set({ deleted_at: null })
      .where('workspace_id', '=', workspaceId)
      .where('suite_id', '=', id)
      .where('deleted_at', '=', deletedAt),
    db
      .updateTable('suites')
      .set({ deleted_at: null })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id),
  ])
}
