import { DRAINING } from '../../platform/jobs/jobs.ts'
import type { ComparisonServices } from '../context.ts'
import { isBatched, type QueuedCell, type QueueRun } from '../runner/cell-queue.ts'
import { releaseCells, reuseResult } from '../runner/cell-transitions.store.ts'
import { type CellRow, findReusableCell, listCells } from '../runner/cells.store.ts'
import { type CellContext, runBatchedCell } from '../runner/run-cell.ts'
import { listBatches } from './batches.store.ts'
import { createBatches } from './create-batches.ts'
import { followBatch } from './follow-batch.ts'

type BatchContext = CellContext & Pick<ComparisonServices, 'batches'>

/**
 * Sends queued cells and waits for batches, including those of an earlier process or run. Returns
 * true if some were not sent because the budget was used up.
 */
export async function runBatches(
  context: BatchContext,
  run: QueueRun,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, workspaceId, comparisonId } = context
  const { plan, budget } = run
  const drained = drainSignal(signal)
  const runAnsweredCells = async (cells: readonly CellRow[]) => {
    const waiting = [...cells]
    const work = async () => {
      for (let cell = waiting.shift(); cell && !drained.aborted; cell = waiting.shift()) {
        await runAnsweredCell(context, run, cell, drained)
      }
    }
    await Promise.all(Array.from({ length: plan.concurrency }, work))
  }
  for (;;) {
    const pending = await listPendingCells(context, run)
    if (!signal.aborted && !budget.isUsedUp()) await sendCells(context, run, pending)
    const batches = await listBatches(db, workspaceId, comparisonId)
    const open = batches.filter(({ status }) => status !== 'ended')
    const options = { stopped: signal, drained, runAnsweredCells }
    await Promise.all(open.map((batch) => followBatch(context, batch, options)))
    // Send the cells that a cancelled batch of an earlier run returned to the queue.
    if (open.length === 0 || signal.aborted) return pending.length > 0 && budget.isUsedUp()
  }
}

/** A cell that is no longer planned returns to the queue. */
async function runAnsweredCell(
  context: BatchContext,
  { queue, complete }: QueueRun,
  cell: CellRow,
  signal: AbortSignal,
): Promise<void> {
  const queued = queue.find(cell)
  if (!queued) return await releaseCells(context.db, [cell])
  const { stored } = await runBatchedCell(context, queued, signal)
  complete(await stored)
}

async function listPendingCells(
  { db, workspaceId, comparisonId }: BatchContext,
  { plan, queue }: QueueRun,
): Promise<QueuedCell[]> {
  if (!plan.batch) return []
  const cells = await listCells(db, workspaceId, comparisonId)
  return cells
    .filter(
      (cell) => cell.status === 'pending' && cell.repeat < plan.repeats && isBatched(plan, cell),
    )
    .flatMap((cell) => queue.find(cell) ?? [])
}

async function sendCells(
  context: BatchContext,
  { complete }: QueueRun,
  pending: readonly QueuedCell[],
): Promise<void> {
  const { db, workspaceId } = context
  const cellsToSend: QueuedCell[] = []
  for (const queued of pending) {
    const { cell, canReuse } = queued
    const source = canReuse ? await findReusableCell(db, workspaceId, cell) : undefined
    if (source) complete(await reuseResult(db, cell.id, source))
    else cellsToSend.push(queued)
  }
  await createBatches(context, cellsToSend)
}

/** Answers that are already paid for are stored even while stopping. */
function drainSignal(signal: AbortSignal): AbortSignal {
  const drained = new AbortController()
  const abortIfDraining = () => {
    if (signal.reason === DRAINING) drained.abort(DRAINING)
  }
  if (signal.aborted) abortIfDraining()
  signal.addEventListener('abort', abortIfDraining, { once: true })
  return drained.signal
}
