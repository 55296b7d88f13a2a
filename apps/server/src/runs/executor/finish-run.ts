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

export type FinishOptions = {
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
export async function finishRun(finish: FinishOptions): Promise<LeftRun | null> {
  const { db, writer, recording, attempt, outcome } = finish
  const { status, error } = toRunStatus(outcome)
  const event = statusEvent(recording, { status, attempt, error })
  const results = await writer.finish(recording, leaveRun(finish, event, status))
  if (!results) return null
  const [movedRows, , releasedRows, waiting] = results
  const hasSuccessor = waiting?.length === 1
  if (movedRows?.length === 1) {
    publish(recording, event)
    return { status, hasSuccessor }
  }

  const releasedRun = releasedRows?.[0] as { status: RunStatus } | undefined
  if (!releasedRun) return null
  const actualEvent = statusEvent(recording, { status: releasedRun.status, attempt, error: null })
  await atomic(db, [
    db
      .insertInto('run_events')
      .values(toEventsRow({ runId: recording.log.runId, events: [actualEvent] }, recording.blocks)),
    db
      .updateTable('runs')
      .set({ seq_reserved: actualEvent.seq })
      .where('id', '=', recording.log.runId),
  ])
  publish(recording, actualEvent)
  return { status: releasedRun.status, hasSuccessor }
}

type FinalStatus = { status: RunStatus; error: RunError | null }

function toRunStatus(outcome: RunOutcome): FinalStatus {
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
  { status, attempt, error }: FinalStatus & { attempt: number },
): RunEvent => ({
  seq: log.lastSeq + 1,
  at: now(),
  body: { type: 'status', status, attempt, error },
})

/** Readers in this process see the event only after it is stored. */
function publish({ log }: Recording, event: RunEvent): void {
  log.append(event.body, event.at)
  log.markStored(event.seq)
}

function leaveRun(
  { db, owner, threadId, recording: { log, blocks }, outcome }: FinishOptions,
  event: RunEvent,
  status: RunStatus,
): Batch {
  const { error } = toRunStatus(outcome)
  const interrupts = outcome.type === 'interrupted' ? outcome.interrupts : []
  const heldRun = { id: log.runId, owner }
  const moveRun = status === 'pending' ? handOver : settle
  return [
    moveRun.with(db, {
      ...heldRun,
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
      ...heldRun,
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
