import type { CellStatus, RunError } from '@lathe/contract'
import { ZERO_USAGE } from '@lathe/contract'
import { sql } from 'kysely'
import { atomic, type Batch } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { fromJsonOrNull, type JsonText, toJson } from '../../platform/db/json.ts'
import { prepared, type Slots } from '../../platform/db/prepared.ts'
import { isMissingValue } from '../../platform/db/run-hold.ts'
import type { CellResult } from '../../platform/db/tables/comparisons.ts'
import type { CellRow } from './cells.store.ts'

/*
 * Each transition is one UPDATE with the expected state in its condition, so that only one of
 * several processes makes it. docs/ARCHITECTURE.md draws the states.
 */

/** The columns of a cell that has not started. */
export const UNSTARTED = {
  status: 'pending' as const,
  run_id: null,
  batch_id: null,
  is_reused: 0,
  result: null,
}

/**
 * `pending` → `running`, in the transaction that inserts the cell's run. If the cell is no longer
 * pending or has changed, the transaction fails with an error that `isCellTaken` recognizes. Does
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
      // A cell that is not pending gets a null status, which violates a constraint and rolls the
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

/** `pending` → `running`: the cell waits for a provider's batch. Its run is inserted later. */
export const claimCellForBatch = (
  db: Queries,
  { id, fingerprint }: Pick<CellRow, 'id' | 'fingerprint'>,
  { runId, batchId }: { runId: string; batchId: string },
) =>
  db
    .updateTable('comparison_cells')
    .set({ status: 'running', run_id: runId, batch_id: batchId })
    .where('id', '=', id)
    .where('fingerprint', '=', fingerprint)
    .where('status', '=', 'pending')

/**
 * `pending` → `success` with the result of a cell with the same fingerprint. Returns undefined if
 * the cell is no longer pending.
 */
export const reuseResult = (
  db: Queries,
  id: string,
  source: CellRow,
): Promise<CellRow | undefined> =>
  db
    .updateTable('comparison_cells')
    .set({
      status: 'success',
      run_id: source.run_id,
      is_reused: 1,
      result: source.result,
      former: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('fingerprint', '=', source.fingerprint)
    .where('is_anew', '=', 0)
    .returningAll()
    .executeTakeFirst()

type Completion = {
  id: string
  runId: string | null
  status: Extract<CellStatus, 'success' | 'error'>
  result: JsonText<CellResult>
}

/** `running` → `success` or `error`. Returns undefined if the cell no longer runs this run. */
export const completeCell = async (
  db: Queries,
  { id, run_id: runId }: Pick<CellRow, 'id' | 'run_id'>,
  status: Completion['status'],
  result: CellResult,
): Promise<CellRow | undefined> => complete.first(db, { id, runId, status, result: toJson(result) })

const complete = prepared((db, slot: Slots<Completion>) =>
  db
    .updateTable('comparison_cells')
    .set({ status: slot('status'), result: slot('result'), former: null })
    .where('id', '=', slot('id'))
    .where('run_id', '=', slot('runId'))
    .where('status', '=', sql.lit('running'))
    .returningAll(),
)

/** `pending` or `running` → `error` without a run. */
export async function failCells(
  db: Queries,
  cells: readonly Pick<CellRow, 'id' | 'run_id'>[],
  error: RunError,
): Promise<void> {
  const result = toJson({
    output: null,
    error,
    latencyMs: null,
    firstTokenMs: null,
    usage: ZERO_USAGE,
    cost: 0,
    calls: [],
  })
  await atomic(
    db,
    cells.map(({ id, run_id: runId }) =>
      db
        .updateTable('comparison_cells')
        .set({ status: 'error', run_id: null, result, former: null })
        .where('id', '=', id)
        .where('run_id', runId === null ? 'is' : '=', runId)
        .where('status', 'in', ['pending', 'running']),
    ),
  )
}

/** `running` → `pending`: the run was cancelled or deleted, so the cell waits for another run. */
export async function releaseCells(
  db: Queries,
  cells: readonly Pick<CellRow, 'id' | 'run_id'>[],
): Promise<void> {
  await atomic(
    db,
    cells.map(({ id, run_id: runId }) =>
      db
        .updateTable('comparison_cells')
        .set(UNSTARTED)
        .where('id', '=', id)
        .where('run_id', '=', runId)
        .where('status', '=', 'running'),
    ),
  )
}

/** `isForced`: run the cell even if an earlier result could be reused. */
export type Rerun = { cell: CellRow; isForced: boolean }

/** `success` or `error` → `pending`. Keeps the previous result until the rerun has finished. */
export async function queueReruns(db: Queries, reruns: readonly Rerun[]): Promise<void> {
  await atomic(
    db,
    reruns.map(({ cell, isForced }) =>
      db
        .updateTable('comparison_cells')
        .set({ ...UNSTARTED, is_anew: isForced ? 1 : 0, former: previousResult(cell) })
        .where('id', '=', cell.id)
        .where('status', '=', cell.status)
        .where('run_id', cell.run_id === null ? 'is' : '=', cell.run_id),
    ),
  )
}

const previousResult = (cell: CellRow): CellRow['former'] => {
  const { status, run_id, batch_id, is_reused, result } = cell
  if ((status !== 'success' && status !== 'error') || result === null) return null
  return toJson({ status, run_id, batch_id, is_reused, result })
}

export type Replanned = Rerun & { fingerprint: string }

/** Any state → `pending` with the fingerprint of the current plan. Earlier results are dropped. */
export async function replanCells(db: Queries, cells: readonly Replanned[]): Promise<void> {
  await atomic(
    db,
    cells.map(({ cell, isForced, fingerprint }) =>
      db
        .updateTable('comparison_cells')
        .set({ ...UNSTARTED, fingerprint, is_anew: isForced ? 1 : 0, former: null })
        .where('id', '=', cell.id)
        .where('fingerprint', '=', cell.fingerprint),
    ),
  )
}

/** `pending` → `pending` with another fingerprint, unless the cell has started. */
export async function replanPendingCells(
  db: Queries,
  cells: readonly { cell: CellRow; fingerprint: string }[],
): Promise<void> {
  await atomic(
    db,
    cells.map(({ cell, fingerprint }) =>
      db
        .updateTable('comparison_cells')
        .set({ fingerprint, former: null })
        .where('id', '=', cell.id)
        .where('fingerprint', '=', cell.fingerprint)
        .where('status', '=', 'pending'),
    ),
  )
}

type CellState = Pick<CellRow, 'id' | 'status' | 'former'>

/**
 * `pending` → `success` or `error`: queued reruns get their previous results back. Returns the other
 * cells.
 */
export async function restorePreviousResults<T extends CellState>(
  db: Queries,
  cells: readonly T[],
): Promise<T[]> {
  const remaining: T[] = []
  const restorable = cells.flatMap((cell) => {
    const previous = cell.status === 'pending' ? fromJsonOrNull(cell.former) : null
    if (previous) return [{ id: cell.id, previous }]
    remaining.push(cell)
    return []
  })
  await atomic(
    db,
    restorable.map(({ id, previous: { status, run_id, batch_id, is_reused, result } }) =>
      db
        .updateTable('comparison_cells')
        .set({ status, run_id, batch_id, is_reused, result, former: null, is_anew: 0 })
        .where('id', '=', id)
        .where('status', '=', 'pending'),
    ),
  )
  return remaining
}

/** Removes pending cells from the queue. Queued reruns get their previous results back. */
export async function dequeueCells(db: Queries, cells: readonly CellState[]): Promise<void> {
  const remaining = await restorePreviousResults(db, cells)
  await atomic(
    db,
    remaining
      .filter(({ status }) => status === 'pending')
      .map(({ id }) =>
        db.deleteFrom('comparison_cells').where('id', '=', id).where('status', '=', 'pending'),
      ),
  )
}
