import type { ComparisonPlan } from '@lathe/contract'
import { DRAINING } from '../../platform/jobs/jobs.ts'
import { type CellRow, findTwin, listCells, resetCells, reuseTwin } from '../runner/cells.store.ts'
import { type CellContext, type CellJob, runAnswered } from '../runner/run-cell.ts'
import { listBatches } from './batches.store.ts'
import { gatherBatches, type GatherContext } from './gather.ts'
import { seeThrough } from './see-through.ts'

type BatchContext = GatherContext & CellContext

type BatchJob = {
  id: string
  plan: ComparisonPlan
  /** Undefined if the cell is no longer planned. */
  jobOf: (cell: CellRow) => CellJob | undefined
  /** Whether the budget is used up. */
  isOver: () => boolean
  /** Called with each finished cell. */
  note: (cell: CellRow | undefined) => void
}

/** Whether a cell belongs, or will belong, to a batch. */
export const isBatched = (
  { batch, variants }: Pick<ComparisonPlan, 'batch' | 'variants'>,
  { batch_id: id, status, variant }: CellRow,
): boolean =>
  (id !== null && status === 'running') ||
  (batch && variants.some(({ key, base }) => key === variant && base.type === 'prompt'))

/**
 * Sends queued cells and waits for batches, including those of an earlier process or run. Returns
 * true if some were not sent because the budget was used up.
 */
export async function runBatches(
  context: BatchContext,
  job: BatchJob,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, workspaceId } = context
  const drained = drainingOf(signal)
  const finish = async (cells: readonly CellRow[]) => {
    const waiting = [...cells]
    const lane = async () => {
      for (let cell = waiting.shift(); cell && !drained.aborted; cell = waiting.shift()) {
        await runOne(context, job, cell, drained)
      }
    }
    await Promise.all(Array.from({ length: job.plan.concurrency }, lane))
  }
  for (;;) {
    const left = await listLeft(context, job)
    if (!signal.aborted && !job.isOver()) await gather(context, job, left)
    const all = await listBatches(db, workspaceId, job.id)
    const open = all.filter(({ status }) => status !== 'ended')
    const watch = { stopped: signal, drained, finish }
    await Promise.all(open.map((batch) => seeThrough(context, batch, watch)))
    // Send the cells that a cancelled batch of an earlier run returned to the queue.
    if (open.length === 0 || signal.aborted) return left.length > 0 && job.isOver()
  }
}

/** Runs a cell with its answer. A cell that is no longer planned returns to the queue. */
async function runOne(
  context: BatchContext,
  { jobOf, note }: BatchJob,
  cell: CellRow,
  signal: AbortSignal,
): Promise<void> {
  const job = jobOf(cell)
  if (!job) return await resetCells(context.db, [cell])
  const { stored } = await runAnswered(context, job, signal)
  note(await stored)
}

async function listLeft(
  { db, workspaceId }: BatchContext,
  { id, plan, jobOf }: BatchJob,
): Promise<CellJob[]> {
  if (!plan.batch) return []
  const cells = await listCells(db, workspaceId, id)
  return cells
    .filter(
      (cell) => cell.status === 'pending' && cell.repeat < plan.repeats && isBatched(plan, cell),
    )
    .flatMap((cell) => jobOf(cell) ?? [])
}

async function gather(
  context: BatchContext,
  { id, note }: BatchJob,
  left: readonly CellJob[],
): Promise<void> {
  const { db, workspaceId } = context
  const alone: CellJob[] = []
  for (const job of left) {
    const twin = job.reuse ? await findTwin(db, workspaceId, job.cell) : undefined
    if (!twin) alone.push(job)
    else note(await reuseTwin(db, job.cell.id, twin))
  }
  await gatherBatches(context, id, alone)
}

/** Answers that are already paid for are stored even while stopping. */
function drainingOf(signal: AbortSignal): AbortSignal {
  const drained = new AbortController()
  const look = () => {
    if (signal.reason === DRAINING) drained.abort(DRAINING)
  }
  if (signal.aborted) look()
  signal.addEventListener('abort', look, { once: true })
  return drained.signal
}
