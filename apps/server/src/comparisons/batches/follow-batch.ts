import { setTimeout as sleep } from 'node:timers/promises'
import type { RunError } from '@lathe/contract'
import type { BatchAnswer, ProviderBatch } from '@lathe/engine'
import { fromJsonOrNull } from '../../platform/db/json.ts'
import { now } from '../../platform/time.ts'
import type { BatchPlace, Outcome } from '../../runs/engine/engine-batches.ts'
import { failCells, releaseCells } from '../runner/cell-transitions.store.ts'
import type { CellRow } from '../runner/cells.store.ts'
import {
  type BatchRow,
  endBatch,
  listBodies,
  listUnansweredCells,
  storeAnswers,
  updateBatch,
} from './batches.store.ts'
import type { BatchContext } from './create-batches.ts'

type FollowOptions = {
  /** Aborted when the comparison is stopped: cancels the batch. */
  stopped: AbortSignal
  /** Aborted when the process shuts down: another process continues. */
  drained: AbortSignal
  /** Runs cells whose answers have arrived. */
  runAnsweredCells: (cells: readonly CellRow[]) => Promise<void>
}

/** Follows a batch from any state to its end. */
export async function followBatch(
  context: BatchContext,
  batch: BatchRow,
  options: FollowOptions,
): Promise<void> {
  const { workspaceId } = context
  const place = { workspaceId, connection: batch.connection, signal: options.drained }
  const state = fromJsonOrNull(batch.state) ?? (await sendBatch(context, batch, place, options))
  const ended = state && (await waitForEnd(context, { batch, place, state }, options))
  if (ended) await collectAnswers(context, { batch, place, state: ended }, options)
}

const MAX_ATTEMPTS = 5
const RETRY_MS = 1_000

/** Returns undefined if the batch was not sent. */
async function sendBatch(
  context: BatchContext,
  batch: BatchRow,
  place: BatchPlace,
  { stopped, drained }: FollowOptions,
): Promise<ProviderBatch | undefined> {
  const { db, batches } = context
  const bodies = await listBodies(db, batch.id)
  for (let attempt = 1; ; attempt++) {
    if (drained.aborted) return undefined
    if (stopped.aborted) return await returnCells(context, batch)
    const response = await batches.send(place, batch.id, bodies)
    if (response.ok) {
      await updateBatch(db, batch.id, { status: 'waiting', state: response.value, error: null })
      return response.value
    }
    if (drained.aborted) return undefined
    if (!response.error.retryable || attempt === MAX_ATTEMPTS) {
      return await failBatch(context, batch, response.error)
    }
    await updateBatch(db, batch.id, { error: response.error })
    await pause(RETRY_MS, [stopped, drained])
  }
}

/** The comparison was stopped before the batch was sent. */
async function returnCells({ db }: BatchContext, { id }: BatchRow): Promise<undefined> {
  await releaseCells(db, await listUnansweredCells(db, id))
  await endBatch(db, id, null)
}

async function failBatch(
  { db }: BatchContext,
  { id }: BatchRow,
  error: RunError,
): Promise<undefined> {
  await failCells(db, await listUnansweredCells(db, id), error)
  await endBatch(db, id, error)
}

type SentBatch = { batch: BatchRow; place: BatchPlace; state: ProviderBatch }

const ENDED_STATUSES = new Set(['completed', 'failed', 'expired', 'cancelled'])
/** How long to wait for a cancellation. Afterwards the next run of the comparison waits. */
const CANCEL_MICROS = 5_000_000

/** Returns undefined if a later process must continue, or the provider has lost the batch. */
async function waitForEnd(
  context: BatchContext,
  { batch, place, state: initialState }: SentBatch,
  { stopped, drained }: FollowOptions,
): Promise<ProviderBatch | undefined> {
  const { db, batches } = context
  let cancelledAt = 0
  for (let state = initialState; ;) {
    if (ENDED_STATUSES.has(state.status)) return state
    if (drained.aborted) return undefined
    if (stopped.aborted && cancelledAt === 0) {
      cancelledAt = now()
      await updateBatch(db, batch.id, { status: 'cancelling' })
      await batches.cancel(place, state.id)
    } else {
      const waitMs = cancelledAt > 0 ? MIN_POLL_MS : pollInterval(batch)
      await pause(waitMs, cancelledAt > 0 ? [drained] : [stopped, drained])
    }
    if (drained.aborted) return undefined
    const response: Outcome<ProviderBatch> = await batches.get(place, state.id)
    if (response.ok) {
      state = response.value
      await updateBatch(db, batch.id, { state, error: null })
    } else if (response.error.code === 'NOT_FOUND') {
      return await failBatch(context, batch, lostBatchError(batch, response.error))
    } else await updateBatch(db, batch.id, { error: response.error })
    if (cancelledAt > 0 && now() - cancelledAt > CANCEL_MICROS && !ENDED_STATUSES.has(state.status))
      return undefined
  }
}

const MIN_POLL_MS = 250
const MAX_POLL_MS = 60_000

/** Polls young batches often, because some providers are fast. */
const pollInterval = ({ created_at }: BatchRow): number =>
  Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, (now() - created_at) / 10_000))

async function pause(ms: number, signals: AbortSignal[]): Promise<void> {
  await sleep(ms, undefined, { signal: AbortSignal.any(signals) }).catch(() => undefined)
}

/** Gives each cell of an ended batch its answer or error. */
async function collectAnswers(
  context: BatchContext,
  sent: SentBatch,
  { stopped, drained, runAnsweredCells }: FollowOptions,
): Promise<void> {
  const { db } = context
  const { batch, state } = sent
  const response = await readAnswers(context, sent, drained)
  if (!response) return
  await storeAnswers(db, response.answers)
  const answers = new Map(response.answers.map((answer) => [answer.id, answer]))
  const cells = await listUnansweredCells(db, batch.id)
  const answeredCells = cells.filter(({ run_id }) => answers.get(run_id ?? '')?.type === 'answer')
  // Cells of a batch that was cancelled because the comparison stopped count as not run.
  const wasStopped =
    state.status === 'cancelled' && (stopped.aborted || batch.status === 'cancelling')
  const error = response.error ?? unansweredError(batch, state)
  for (const cell of cells.filter((unanswered) => !answeredCells.includes(unanswered))) {
    const answer = answers.get(cell.run_id ?? '')
    if (answer?.type === 'error') await failCells(db, [cell], answer.error)
    else if (wasStopped) await releaseCells(db, [cell])
    else await failCells(db, [cell], error)
  }
  await runAnsweredCells(answeredCells)
  if (drained.aborted) return
  await endBatch(db, batch.id, state.status === 'failed' || response.error ? error : null)
}

/** Returns undefined if a later process must read the answers. */
async function readAnswers(
  { db, batches }: BatchContext,
  { batch, place, state }: SentBatch,
  drained: AbortSignal,
): Promise<{ answers: BatchAnswer[]; error: RunError | null } | undefined> {
  const requests = { model: batch.model, bodies: await listBodies(db, batch.id) }
  for (let attempt = 1; ; attempt++) {
    const response = await batches.answers(place, state, requests)
    if (drained.aborted) return undefined
    if (response.ok) return { answers: response.value, error: null }
    if (!response.error.retryable || attempt === MAX_ATTEMPTS) {
      return { answers: [], error: response.error }
    }
    await pause(RETRY_MS, [drained])
  }
}

function unansweredError({ connection }: BatchRow, { status, errors }: ProviderBatch): RunError {
  const messages = errors?.data?.flatMap(({ message, line }) =>
    message ? [line ? `Line ${line}: ${message}` : message] : [],
  )
  return {
    code: status === 'failed' ? 'BAD_REQUEST' : 'PROVIDER_ERROR',
    message:
      status === 'failed'
        ? `${connection} rejected the batch`
        : `${connection} did not answer this request of the batch`,
    ...(messages?.length && { providerMessage: messages.slice(0, 5).join(' ') }),
    hint: 'Run the comparison again to resend unanswered requests.',
    retryable: status !== 'failed',
  }
}

const lostBatchError = ({ connection }: BatchRow, error: RunError): RunError => ({
  ...error,
  message: `${connection} no longer knows this batch`,
  hint: 'Run the comparison again to resend unanswered requests.',
})
