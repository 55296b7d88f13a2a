import { setTimeout as sleep } from 'node:timers/promises'
import { ZERO_USAGE, type RunError } from '@lathe/contract'
import type { BatchAnswer, ProviderBatch } from '@lathe/engine'
import type { BatchPlace } from '../../runs/engine/engine-batches.ts'
import { type CellRow, resetCells } from '../runner/cells.store.ts'
import { type BatchRow, endBatch, keepAnswers, listBodies, listWaiting } from './batches.store.ts'
import type { GatherContext } from './gather.ts'
import type { Watch } from './see-through.ts'
import { atomic } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { toJson } from '../../platform/db/json.ts'

type Ended = { batch: BatchRow; place: BatchPlace; ended: ProviderBatch }

/** Gives each cell of an ended batch its answer or error. */
export async function collect(
  context: GatherContext,
  { batch, place, ended }: Ended,
  { stopped, drained, finish }: Watch,
): Promise<void> {
  const { db } = context
  const answers = await readAnswers(context, { batch, place, ended }, drained)
  if (!answers) return
  await keepAnswers(db, answers.found)
  const byId = new Map(answers.found.map((answer) => [answer.id, answer]))
  const waiting = await listWaiting(db, batch.id)
  const answered = waiting.filter(({ run_id: id }) => byId.get(id ?? '')?.type === 'answer')
  const others = waiting.filter((cell) => !answered.includes(cell))
  // Cells of a batch that was cancelled because the comparison stopped count as not run.
  const isOurs = ended.status === 'cancelled' && (stopped.aborted || batch.status === 'cancelling')
  const error = answers.error ?? unanswered(batch, ended)
  for (const cell of others) {
    const answer = byId.get(cell.run_id ?? '')
    if (answer?.type === 'error') await failCells(db, [cell], answer.error)
    else if (isOurs) await resetCells(db, [cell])
    else await failCells(db, [cell], error)
  }
  await finish(answered)
  if (drained.aborted) return
  await endBatch(db, batch.id, ended.status === 'failed' || answers.error ? error : null)
}

const TRIES = 5

/** Returns undefined if a later process must read the answers. */
async function readAnswers(
  { db, batches }: GatherContext,
  { batch, place, ended }: Ended,
  drained: AbortSignal,
): Promise<{ found: BatchAnswer[]; error: RunError | null } | undefined> {
  const asked = { model: batch.model, bodies: await listBodies(db, batch.id) }
  for (let left = TRIES; ; left -= 1) {
    const read = await batches.answers(place, ended, asked)
    if (drained.aborted) return undefined
    if (read.ok) return { found: read.value, error: null }
    if (!read.error.retryable || left === 1) return { found: [], error: read.error }
    await sleep(1_000, undefined, { signal: drained }).catch(() => undefined)
  }
}

function unanswered({ connection }: BatchRow, { status, errors }: ProviderBatch): RunError {
  const said = errors?.data?.flatMap(({ message, line }) =>
    message ? [line ? `Line ${line}: ${message}` : message] : [],
  )
  return {
    code: status === 'failed' ? 'BAD_REQUEST' : 'PROVIDER_ERROR',
    message:
      status === 'failed'
        ? `${connection} rejected the batch`
        : `${connection} did not answer this request of the batch`,
    ...(said?.length && { providerMessage: said.slice(0, 5).join(' ') }),
    hint: 'Run the comparison again to resend unanswered requests.',
    retryable: status !== 'failed',
  }
}

/** Fails cells that have no run. */
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
