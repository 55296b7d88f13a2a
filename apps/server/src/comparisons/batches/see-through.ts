import { setTimeout as sleep } from 'node:timers/promises'
import type { RunError } from '@lathe/contract'
import type { ProviderBatch } from '@lathe/engine'
import { fromJsonOrNull } from '../../platform/db/json.ts'
import type { BatchPlace, Outcome } from '../../runs/engine/engine-batches.ts'
import { now } from '../../platform/time.ts'
import { type CellRow, resetCells } from '../runner/cells.store.ts'
import { type BatchRow, endBatch, listBodies, listWaiting, noteBatch } from './batches.store.ts'
import { collect, failCells } from './collect.ts'
import type { GatherContext } from './gather.ts'

export type Watch = {
  /** Aborted when the comparison is stopped: cancels the batch. */
  stopped: AbortSignal
  /** Aborted when the process shuts down: another process continues. */
  drained: AbortSignal
  /** Runs cells whose answers have arrived. */
  finish: (cells: readonly CellRow[]) => Promise<void>
}

/** Follows a batch from any state to its end. */
export async function seeThrough(
  context: GatherContext,
  batch: BatchRow,
  watch: Watch,
): Promise<void> {
  const { workspaceId } = context
  const place = { workspaceId, connection: batch.connection, signal: watch.drained }
  const known = fromJsonOrNull(batch.state) ?? (await send(context, batch, place, watch))
  const ended = known && (await untilEnded(context, { batch, place, known }, watch))
  if (ended) await collect(context, { batch, place, ended }, watch)
}

const TRIES = 5

async function send(
  context: GatherContext,
  batch: BatchRow,
  place: BatchPlace,
  { stopped, drained }: Watch,
): Promise<ProviderBatch | undefined> {
  const { db, batches } = context
  const bodies = await listBodies(db, batch.id)
  for (let left = TRIES; ; left -= 1) {
    if (drained.aborted) return undefined
    if (stopped.aborted) return await giveBack(context, batch)
    const sent = await batches.send(place, batch.id, bodies)
    if (sent.ok) {
      await noteBatch(db, batch.id, { status: 'waiting', state: sent.value, error: null })
      return sent.value
    }
    if (drained.aborted) return undefined
    if (!sent.error.retryable || left === 1) return await failBatch(context, batch, sent.error)
    await noteBatch(db, batch.id, { error: sent.error })
    await pause(1_000, [stopped, drained])
  }
}

type Sent = { batch: BatchRow; place: BatchPlace; known: ProviderBatch }

const ENDED = new Set(['completed', 'failed', 'expired', 'cancelled'])
/** How long to wait for a cancellation. Afterwards the next run of the comparison waits. */
const CANCEL_MICROS = 5_000_000

/** Returns undefined if a later process must continue, or the batch is lost. */
async function untilEnded(
  context: GatherContext,
  { batch, place, known }: Sent,
  { stopped, drained }: Watch,
): Promise<ProviderBatch | undefined> {
  const { db, batches } = context
  let cancelledAt = 0
  for (let state = known; ;) {
    if (ENDED.has(state.status)) return state
    if (drained.aborted) return undefined
    if (stopped.aborted && cancelledAt === 0) {
      cancelledAt = now()
      await noteBatch(db, batch.id, { status: 'cancelling' })
      await batches.cancel(place, state.id)
    } else {
      const waitMs = cancelledAt > 0 ? SHORTEST_MS : pauseAfter(batch)
      await pause(waitMs, cancelledAt > 0 ? [drained] : [stopped, drained])
    }
    if (drained.aborted) return undefined
    const looked: Outcome<ProviderBatch> = await batches.get(place, state.id)
    if (looked.ok) {
      state = looked.value
      await noteBatch(db, batch.id, { state, error: null })
    } else if (looked.error.code === 'NOT_FOUND') {
      return await failBatch(context, batch, lost(batch, looked.error))
    } else await noteBatch(db, batch.id, { error: looked.error })
    if (cancelledAt > 0 && now() - cancelledAt > CANCEL_MICROS && !ENDED.has(state.status))
      return undefined
  }
}

const SHORTEST_MS = 250
const LONGEST_MS = 60_000

/** Polls young batches often, because some providers are fast. */
const pauseAfter = ({ created_at: at }: BatchRow): number =>
  Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (now() - at) / 10_000))

async function pause(ms: number, signals: AbortSignal[]): Promise<void> {
  await sleep(ms, undefined, { signal: AbortSignal.any(signals) }).catch(() => undefined)
}

async function giveBack({ db }: GatherContext, { id }: BatchRow): Promise<undefined> {
  await resetCells(db, await listWaiting(db, id))
  await endBatch(db, id, null)
}

async function failBatch(
  { db }: GatherContext,
  { id }: BatchRow,
  error: RunError,
): Promise<undefined> {
  await failCells(db, await listWaiting(db, id), error)
  await endBatch(db, id, error)
}

const lost = ({ connection }: BatchRow, error: RunError): RunError => ({
  ...error,
  message: `${connection} no longer knows this batch`,
  hint: 'Run the comparison again to resend unanswered requests.',
})
