import {
  type Interrupt,
  isEnded,
  type RunError,
  type RunEvent,
  type RunStatus,
} from '@lathe/contract'
import type { RunOutcome } from '@lathe/engine'
import { atomic, type Batch } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { toJson, toJsonOrNull } from '../../platform/db/json.ts'
import { toEventsRow } from '../api/run-events.store.ts'
import { waiting } from '../start/thread-queue.store.ts'
import { now } from '../../platform/time.ts'
import { handOver, insertIfLeft, release, settle } from './leave-run.store.ts'
import type { Recording } from './recording.ts'
import type { Writer } from './writer.ts'

export type Finish = {
  db: Queries
  writer: Writer
  owner: string
  attempt: number
  threadId: string
  recording: Recording
  outcome: RunOutcome
}

export type LeftRun = {
  status: RunStatus
  /** Whether another run is queued for the thread. */
  hasSuccessor: boolean
}

/**
 * Stores the outcome of a run with everything it recorded, unless the run was ended by someone
 * else: then that end stands. Returns null if another process has taken the run over.
 */
export async function finishRun(finish: Finish): Promise<LeftRun | null> {
  const { db, writer, recording, attempt, outcome } = finish
  const { status, error } = statusOf(outcome)
  const event = statusEvent(recording, { status, attempt, error })
  const left = await writer.finish(recording, leave(finish, event, status))
  if (!left) return null
  const [moved, , released, waiting] = left
  const hasSuccessor = waiting?.length === 1
  if (moved?.length === 1) {
    publish(recording, event)
    return { status, hasSuccessor }
  }

  const actually = released?.[0] as { status: RunStatus } | undefined
  if (!actually) return null
  const actual = statusEvent(recording, { status: actually.status, attempt, error: null })
  await atomic(db, [
    db
      .insertInto('run_events')
      .values(toEventsRow({ runId: recording.log.runId, events: [actual] }, recording.blocks)),
    db.updateTable('runs').set({ seq_reserved: actual.seq }).where('id', '=', recording.log.runId),
  ])
  publish(recording, actual)
  return { status: actually.status, hasSuccessor }
}

type Settled = { status: RunStatus; error: RunError | null }

function statusOf(outcome: RunOutcome): Settled {
  switch (outcome.type) {
    case 'error':
    case 'timeout':
      return { status: outcome.type, error: outcome.error }
    case 'drained':
      return { status: 'pending', error: null }
    default:
      return { status: outcome.type, error: null }
  }
}

const statusEvent = (
  { log }: Recording,
  { status, attempt, error }: Settled & { attempt: number },
): RunEvent => ({
  seq: log.lastSeq + 1,
  at: now(),
  body: { type: 'status', status, attempt, error },
})

/** Readers in this process see the event only after it is stored. */
function publish({ log }: Recording, event: RunEvent): void {
  log.append(event.body, event.at)
  log.stored(event.seq)
}

function leave(
  { db, owner, threadId, recording: { log, blocks }, outcome }: Finish,
  event: RunEvent,
  status: RunStatus,
): Batch {
  const { error } = statusOf(outcome)
  const interrupts = outcome.type === 'interrupted' ? outcome.interrupts : []
  const mine = { id: log.runId, owner }
  const move = status === 'pending' ? handOver : settle
  return [
    move.with(db, {
      ...mine,
      status,
      error: toJsonOrNull(error),
      output: outcome.type === 'success' ? toJson(outcome.output) : null,
      interrupts: toJson(interrupts),
      deadline_at: earliestDeadline(interrupts),
      ended_at: isEnded(status) ? event.at : null,
      seq_reserved: event.seq,
      paused_at: status === 'interrupted' ? event.at : null,
    }),
    // A status event has no large values.
    insertIfLeft.with(db, {
      ...toEventsRow({ runId: log.runId, events: [event] }, blocks),
      status,
    }),
    release.with(db, {
      ...mine,
      usage: toJson(outcome.totals.usage),
      cost_nanos: outcome.totals.costNanos,
      priced_nanos: outcome.totals.pricedNanos,
      unpriced: outcome.totals.unpriced,
      first_token_at: outcome.firstTokenAt,
    }),
    waiting.with(db, { threadId }),
  ]
}

/** Returns the earliest deadline of the interrupts. */
export function earliestDeadline(interrupts: Interrupt[]): number | null {
  const deadlines = interrupts.flatMap((interrupt) =>
    interrupt.kind === 'ask' && interrupt.deadlineAt !== null ? [interrupt.deadlineAt] : [],
  )
  return deadlines.length > 0 ? Math.min(...deadlines) : null
}
