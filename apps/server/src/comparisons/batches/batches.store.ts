import type { BatchStatus, ComparisonBatch, JsonObject, RunError } from '@lathe/contract'
import type { BatchAnswer, ProviderBatch } from '@lathe/engine'
import type { NotNull, Selectable } from 'kysely'
import { atomic } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { rowInserter } from '../../platform/db/insert-rows.ts'
import { fromJson, fromJsonOrNull, toJson } from '../../platform/db/json.ts'
import type { ComparisonBatchesTable } from '../../platform/db/tables/comparison-batches.ts'
import { now } from '../../platform/time.ts'
import { claimCellForBatch } from '../runner/cell-transitions.store.ts'
import type { CellRow } from '../runner/cells.store.ts'

export type BatchRow = Selectable<ComparisonBatchesTable>

export type NewBatch = Pick<
  BatchRow,
  'id' | 'workspace_id' | 'comparison_id' | 'connection' | 'model'
>

/** A queued cell, the id of its future run and the request body. */
export type BatchRequest = { cell: CellRow; runId: string; body: JsonObject }

const insertRequests = rowInserter('batch_requests')

/** Inserts a batch with the cells that no other worker has claimed. */
export async function insertBatch(
  db: Queries,
  batch: NewBatch,
  requests: readonly BatchRequest[],
): Promise<void> {
  const claims = requests.map(({ cell, runId }) =>
    claimCellForBatch(db, cell, { runId, batchId: batch.id }),
  )
  const claimedRuns = db
    .selectFrom('comparison_cells')
    .select('run_id')
    .where('batch_id', '=', batch.id)
    .where('run_id', 'is not', null)
    .$narrowType<{ run_id: NotNull }>()
  await atomic(db, [
    db.insertInto('comparison_batches').values({
      ...batch,
      status: 'gathering',
      requests: requests.length,
      state: null,
      error: null,
      created_at: now(),
      ended_at: null,
    }),
    ...claims,
    ...insertRequests(
      db,
      requests.map(({ runId, body }) => ({
        run_id: runId,
        workspace_id: batch.workspace_id,
        batch_id: batch.id,
        body: toJson(body),
        answer: null,
      })),
    ),
    db
      .deleteFrom('batch_requests')
      .where('batch_id', '=', batch.id)
      .where('run_id', 'not in', claimedRuns),
  ])
}

export const listBatches = (
  db: Queries,
  workspaceId: string,
  comparisonId: string,
): Promise<BatchRow[]> =>
  db
    .selectFrom('comparison_batches')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('comparison_id', '=', comparisonId)
    .orderBy('id')
    .execute()

type BatchChange = {
  status?: BatchStatus
  state?: ProviderBatch
  error?: RunError | null
}

export async function updateBatch(
  db: Queries,
  id: string,
  { status, state, error }: BatchChange,
): Promise<void> {
  await db
    .updateTable('comparison_batches')
    .set({
      ...(status && { status }),
      ...(state && { state: toJson(state) }),
      ...(error !== undefined && { error: error && toJson(error) }),
      ...(status === 'ended' && { ended_at: now() }),
    })
    .where('id', '=', id)
    .execute()
}

export async function listBodies(db: Queries, batchId: string): Promise<Map<string, JsonObject>> {
  const rows = await db
    .selectFrom('batch_requests')
    .select(['run_id', 'body'])
    .where('batch_id', '=', batchId)
    .orderBy('run_id')
    .execute()
  return new Map(rows.map(({ run_id: id, body }) => [id, fromJson(body)]))
}

export async function storeAnswers(db: Queries, answers: readonly BatchAnswer[]): Promise<void> {
  await atomic(
    db,
    answers.flatMap((answer) =>
      answer.type === 'answer'
        ? [
            db
              .updateTable('batch_requests')
              .set({ answer: toJson(answer.exchange) })
              .where('run_id', '=', answer.id),
          ]
        : [],
    ),
  )
}

/** Ends a batch whose results are stored in its cells. */
export async function endBatch(db: Queries, id: string, error: RunError | null): Promise<void> {
  await updateBatch(db, id, { status: 'ended', error })
  await db.deleteFrom('batch_requests').where('batch_id', '=', id).execute()
}

/** Lists cells that still wait for the batch. */
export const listUnansweredCells = (db: Queries, batchId: string): Promise<CellRow[]> =>
  db
    .selectFrom('comparison_cells')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('status', '=', 'running')
    .orderBy('repeat')
    .orderBy('id')
    .execute()

export function toBatch(row: BatchRow): ComparisonBatch {
  const state = fromJsonOrNull(row.state)
  const { total, completed, failed } = state?.request_counts ?? {
    total: 0,
    completed: 0,
    failed: 0,
  }
  return {
    id: row.id,
    connection: row.connection,
    model: row.model,
    status: row.status,
    providerId: state?.id ?? null,
    providerStatus: state?.status ?? null,
    requests: { total: Math.max(total, row.requests), completed, failed },
    createdAt: row.created_at,
    expiresAt: state?.expires_at == null ? null : Math.round(state.expires_at * 1_000_000),
    endedAt: row.ended_at,
    error: fromJsonOrNull(row.error),
  }
}
