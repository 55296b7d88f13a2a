import { type Selectable, sql } from 'kysely'
import { v7 } from 'uuid'
import { atomic, isEmbedded } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { rowInserter } from '../../platform/db/insert-rows.ts'
import { prepared, type Slots } from '../../platform/db/prepared.ts'
import type { ComparisonCellsTable } from '../../platform/db/tables/comparisons.ts'

export type CellRow = Selectable<ComparisonCellsTable>

/** A cell's position in the plan and the fingerprint of what it runs. */
export type PlannedCell = Pick<CellRow, 'variant' | 'case_key' | 'repeat' | 'fingerprint'>

/** Cells of all combinations of variants and cases, or cells by id. */
export type CellSet = { variants: string[]; cases: string[] } | { ids: string[] }

/** Lists all cells of a comparison, or those of a set. */
export async function listCells(
  db: Queries,
  workspaceId: string,
  comparisonId: string,
  set?: CellSet,
): Promise<CellRow[]> {
  const cells = db
    .selectFrom('comparison_cells')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('comparison_id', '=', comparisonId)
  if (!set) return await cells.execute()
  // Postgres rejects an empty IN list.
  if ('ids' in set) {
    return set.ids.length === 0 ? [] : await cells.where('id', 'in', set.ids).execute()
  }
  const { variants, cases } = set
  if (variants.length === 0 || cases.length === 0) return []
  return await cells.where('variant', 'in', variants).where('case_key', 'in', cases).execute()
}

export const findCell = (db: Queries, id: string): Promise<CellRow | undefined> =>
  db.selectFrom('comparison_cells').selectAll().where('id', '=', id).executeTakeFirst()

/** Insert in batches so that other writers are not blocked. */
const INSERT_BATCH_SIZE = 1_000

/** Inserts pending cells. Ignores cells that exist. */
export async function insertCells(
  db: Queries,
  workspaceId: string,
  comparisonId: string,
  cells: readonly PlannedCell[],
): Promise<void> {
  const rows = cells.map(({ variant, case_key, repeat, fingerprint }) => ({
    id: v7(),
    workspace_id: workspaceId,
    comparison_id: comparisonId,
    variant,
    case_key,
    repeat,
    fingerprint,
    status: 'pending' as const,
    run_id: null,
    batch_id: null,
    is_reused: 0,
    is_anew: 0,
    result: null,
  }))
  for (let from = 0; from < rows.length; from += INSERT_BATCH_SIZE) {
    await atomic(db, insertMissing(db, rows.slice(from, from + INSERT_BATCH_SIZE)))
  }
}

const insertMissing = rowInserter('comparison_cells', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

/** Finds the newest successful cell with the same fingerprint in any comparison. */
export const findReusableCell = (
  db: Queries,
  workspaceId: string,
  { id, fingerprint }: Pick<CellRow, 'id' | 'fingerprint'>,
): Promise<CellRow | undefined> => reusable.first(db, { workspaceId, id, fingerprint })

type ReusableQuery = Pick<CellRow, 'id' | 'fingerprint'> & { workspaceId: string }

const reusable = prepared((db, slot: Slots<ReusableQuery>) =>
  db
    .selectFrom('comparison_cells')
    .selectAll()
    .where('workspace_id', '=', slot('workspaceId'))
    .where('fingerprint', '=', slot('fingerprint'))
    .where('status', '=', 'success')
    .where('id', '!=', slot('id'))
    .orderBy('run_id', 'desc')
    .limit(1),
)

/** Returns a lower bound for the numbers of changes that a read from now on may miss. */
export async function nextChange(db: Queries, comparisonId: string): Promise<number> {
  if (!isEmbedded(db)) {
    // Concurrent transactions may commit changes with lower numbers later.
    const { rows } = await sql<{ next: number }>`
      select txid_snapshot_xmin(txid_current_snapshot()) as next`.execute(db)
    return rows[0]?.next ?? 0
  }
  const newest = await db
    .selectFrom('comparison_cells')
    .select(({ fn }) => fn.max('changed').as('changed'))
    .where('comparison_id', '=', comparisonId)
    .executeTakeFirst()
  return (newest?.changed ?? 0) + 1
}

export type ChangedCell = Pick<CellRow, 'id' | 'case_key'>

export const listChanged = (
  db: Queries,
  comparisonId: string,
  since: number,
): Promise<ChangedCell[]> =>
  db
    .selectFrom('comparison_cells')
    .select(['id', 'case_key'])
    .where('comparison_id', '=', comparisonId)
    .where('changed', '>=', since)
    .execute()

/** Cells in a provider batch have no partial output. */
export const listRunningCells = (
  db: Queries,
  comparisonId: string,
  { includeBatches }: { includeBatches: boolean },
): Promise<ChangedCell[]> =>
  db
    .selectFrom('comparison_cells')
    .select(['id', 'case_key'])
    .where('comparison_id', '=', comparisonId)
    // A literal, because the partial index is not used for a parameter.
    .where('status', '=', sql.lit('running'))
    .$if(!includeBatches, (query) => query.where('batch_id', 'is', null))
    .execute()
