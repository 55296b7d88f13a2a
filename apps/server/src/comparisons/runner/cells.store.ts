import type { CellStatus } from '@lathe/contract'
import { type Selectable, sql } from 'kysely'
import { v7 } from 'uuid'
import { atomic, type Batch, isEmbedded } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { rowInserter } from '../../platform/db/insert-rows.ts'
import { type JsonText, toJson } from '../../platform/db/json.ts'
import { isMissingValue } from '../../platform/db/run-hold.ts'
import { prepared, type Slots } from '../../platform/db/prepared.ts'
import type { CellResult, ComparisonCellsTable } from '../../platform/db/tables/comparisons.ts'
import { giveBackFormer } from './shelf.ts'

export type CellRow = Selectable<ComparisonCellsTable>

/** A cell's place in the plan and the fingerprint of what it runs. */
export type CellPlace = Pick<CellRow, 'variant' | 'case_key' | 'repeat' | 'fingerprint' | 'is_anew'>

/** Cells of all combinations of variants and cases, or cells by id. */
export type SomeCells = { variants: string[]; cases: string[] } | { ids: string[] }

/** Lists all cells of a comparison, or the selected ones. */
export async function listCells(
  db: Queries,
  workspaceId: string,
  comparisonId: string,
  only?: SomeCells,
): Promise<CellRow[]> {
  const cells = db
    .selectFrom('comparison_cells')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('comparison_id', '=', comparisonId)
  if (!only) return await cells.execute()
  // Postgres rejects an empty IN list.
  if ('ids' in only) {
    return only.ids.length === 0 ? [] : await cells.where('id', 'in', only.ids).execute()
  }
  const { variants, cases } = only
  if (variants.length === 0 || cases.length === 0) return []
  return await cells.where('variant', 'in', variants).where('case_key', 'in', cases).execute()
}

export const findCell = (db: Queries, id: string): Promise<CellRow | undefined> =>
  db.selectFrom('comparison_cells').selectAll().where('id', '=', id).executeTakeFirst()

const UNBEGUN = {
  status: 'pending' as const,
  run_id: null,
  batch_id: null,
  is_reused: 0,
  result: null,
}
/** Insert in batches so that other writers are not blocked. */
const INSERTED_AT_ONCE = 1_000

export async function insertCells(
  db: Queries,
  workspaceId: string,
  comparisonId: string,
  places: readonly CellPlace[],
): Promise<void> {
  const rows = places.map((place) => ({
    ...place,
    id: v7(),
    workspace_id: workspaceId,
    comparison_id: comparisonId,
    ...UNBEGUN,
  }))
  for (let from = 0; from < rows.length; from += INSERTED_AT_ONCE) {
    await atomic(db, insertMissing(db, rows.slice(from, from + INSERTED_AT_ONCE)))
  }
}

const insertMissing = rowInserter('comparison_cells', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

export type Anew = Pick<CellRow, 'id' | 'fingerprint' | 'is_anew'> &
  Partial<Pick<CellRow, 'former'>>

/**
 * Resets cells to `pending`, with a new fingerprint if given. Keeps the previous result unless
 * another is given.
 */
export async function resetCells(db: Queries, cells: readonly Anew[]): Promise<void> {
  await atomic(
    db,
    cells.map(({ id, fingerprint, is_anew, former }) =>
      db
        .updateTable('comparison_cells')
        .set({ ...UNBEGUN, fingerprint, is_anew, ...(former !== undefined && { former }) })
        .where('id', '=', id),
    ),
  )
}

/** Deletes cells that never ran and have no previous result. They are created again when needed. */
export async function forgetWaiting(
  db: Queries,
  cells: readonly Pick<CellRow, 'id' | 'status' | 'former'>[],
): Promise<void> {
  const empty = await giveBackFormer(db, cells)
  const waiting = empty.filter(({ status }) => status === 'pending')
  await atomic(
    db,
    waiting.map(({ id }) =>
      db.deleteFrom('comparison_cells').where('id', '=', id).where('status', '=', 'pending'),
    ),
  )
}

/**
 * Claims a cell in the transaction that inserts its run. If another worker has claimed it, or it
 * was deleted or changed, the transaction fails with an error that `isCellTaken` recognises. Does
 * nothing if the run was not inserted.
 */
export const claimCell = (
  db: Queries,
  { id, fingerprint }: Pick<CellRow, 'id' | 'fingerprint'>,
  runId: string,
): Batch => [
  claim.with(db, { id, fingerprint, runId }),
  refuseUnclaimed.with(db, { id, fingerprint, runId }),
]

type Claim = Pick<CellRow, 'id' | 'fingerprint'> & { runId: string }

const claim = prepared((db, slot: Slots<Claim>) =>
  db
    .updateTable('comparison_cells')
    .set({
      run_id: slot('runId'),
      // An unclaimable cell gets a null status, which violates a constraint and rolls the
      // transaction back.
      status: sql<CellStatus>`case when status = 'pending' then 'running' end`,
    })
    .where('id', '=', slot('id'))
    .where('fingerprint', '=', slot('fingerprint'))
    .where(hasRun(slot('runId'))),
)

/** Inserts a row without a required value to roll the transaction back. */
const refuseUnclaimed = prepared((db, slot: Slots<Claim>) =>
  db
    .insertInto('comparison_cells')
    .columns(['id'])
    .expression(
      db
        .selectNoFrom(sql<string>`null`.as('id'))
        .where(hasRun(slot('runId')))
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('comparison_cells')
                .select('comparison_cells.id')
                .where('comparison_cells.id', '=', slot('id'))
                .where('comparison_cells.run_id', '=', slot('runId')),
            ),
          ),
        ),
    ),
)

const hasRun = (id: string) => sql<boolean>`exists (select 1 from runs where runs.id = ${id})`

export const isCellTaken = (error: unknown): boolean => isMissingValue(error, 'comparison_cells')

export const finishCell = async (
  db: Queries,
  { id, run_id: runId }: Pick<CellRow, 'id' | 'run_id'>,
  status: Finished['status'],
  result: CellResult,
): Promise<CellRow | undefined> => finish.first(db, { id, runId, status, result: toJson(result) })

type Finished = {
  id: string
  runId: string | null
  status: Extract<CellStatus, 'success' | 'error'>
  result: JsonText<CellResult>
}

const finish = prepared((db, slot: Slots<Finished>) =>
  db
    .updateTable('comparison_cells')
    .set({ status: slot('status'), result: slot('result'), former: null })
    .where('id', '=', slot('id'))
    .where('run_id', '=', slot('runId'))
    .returningAll(),
)

/** Finds the newest finished cell with the same fingerprint in any comparison. */
export const findTwin = (
  db: Queries,
  workspaceId: string,
  { id, fingerprint }: Pick<CellRow, 'id' | 'fingerprint'>,
): Promise<CellRow | undefined> => twin.first(db, { workspaceId, id, fingerprint })

type Twin = Pick<CellRow, 'id' | 'fingerprint'> & { workspaceId: string }

const twin = prepared((db, slot: Slots<Twin>) =>
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

export const reuseTwin = (db: Queries, id: string, twin: CellRow): Promise<CellRow | undefined> =>
  db
    .updateTable('comparison_cells')
    .set({
      status: 'success',
      run_id: twin.run_id,
      is_reused: 1,
      result: twin.result,
      former: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('fingerprint', '=', twin.fingerprint)
    .where('is_anew', '=', 0)
    .returningAll()
    .executeTakeFirst()

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
  { alsoInBatches }: { alsoInBatches: boolean },
): Promise<ChangedCell[]> =>
  db
    .selectFrom('comparison_cells')
    .select(['id', 'case_key'])
    .where('comparison_id', '=', comparisonId)
    // As it is written in the index, which knows no parameters.
    .where('status', '=', sql.lit('running'))
    .$if(!alsoInBatches, (query) => query.where('batch_id', 'is', null))
    .execute()
