import { isEnded, type Limits, type RunError, type RunStatus } from '@lathe/contract'
import type * as engineModule from '@lathe/engine'
import type { Engine, RunOutcome } from '@lathe/engine'
import { atomic } from '../../platform/db/atomic.ts'
import { deleteCheckpoints } from '../../platform/db/checkpoints/delete-checkpoints.ts'
import type { Db } from '../../platform/db/db.ts'
import { runEnvironment } from '../../traces/store/run-environment.ts'
import { isRunLost, type RunHold } from '../../platform/db/run-hold.ts'
import type { RunRow } from '../api/run-row.ts'
import type { Insertion } from '../start/insertion.ts'
import type { Log } from '../../platform/log.ts'
import { CRASHED, CRASHED_FOR_GOOD, closeSpans } from './close-spans.ts'
import { entryOf } from './entry.ts'
import { deadlineOf, finishRun, type Left } from './finish-run.ts'
import { createRecording, type RecordedRun, type Recording } from './recording.ts'
import { createRunLog, type RunLog } from './run-log.ts'
import { type Given, totalsOf, toRunRequest } from './run-request.ts'
import type { Writer } from './writer.ts'

/** Copied from the engine so that an idle server need not load LangGraph (100 MB). */
const HANDED_OVER: typeof engineModule.HANDED_OVER = 'handed-over'

/** A run that executes in this process. */
export type Running = {
  readonly row: RunRow
  readonly log: RunLog
  /** False once the outcome is known, even while it is being stored. */
  readonly isExecuting: boolean
  /** The status the run was left with. Null while it executes or if another process has it. */
  readonly leftAs: RunStatus | null
  /** Whether another run was queued for the thread at that time. */
  readonly isThreadWanted: boolean
  /** Aborts the work in flight and ends the run. */
  cancel(): void
  /** Stops the run at its next checkpoint. */
  drain(): void
  /** Aborts the work in flight. The run continues in another process or later. */
  handOver(): void
  /** Like `handOver`, but another process already has the run, so nothing more is emitted here. */
  forget(): void
  readonly isForgotten: boolean
  /** Never rejects. */
  readonly done: Promise<void>
}

export type ExecuteDeps = {
  db: Db
  engine: Engine
  writer: Writer
  limits: Limits
  log: Log
  owner: string
  /** Called when the run is interrupted with a deadline. */
  onDeadline: (at: number) => void
  /** Called when the outcome is known, before it is stored. */
  onWorked: (runId: string) => void
}

/**
 * Executes a run that this process holds, from its claim to its next resting state. While the
 * insert is in flight, the run is only prepared: it spends, stores and emits nothing.
 */
export function executeRun(
  deps: ExecuteDeps,
  row: RunRow,
  insertion?: Insertion,
  isNewThread = row.thread_id === row.id,
): Running {
  const { writer, log: lines } = deps
  const abort = new AbortController()
  const drain = new AbortController()
  const log = createRunLog(row.id, row.seq_reserved, () => writer.wanted(recording))
  const forget = () => {
    recording.forget()
    abort.abort(HANDED_OVER)
  }
  const entry = insertion && entryOf(insertion, isNewThread, forget)
  const recording = createRecording(recordingOf(row), log, writer, entry)
  let isExecuting = true
  let left: Left | null = null

  const work = async () => {
    const signals = { signal: abort.signal, drain: drain.signal }
    const given = { executed: insertion?.executed, isNewThread }
    const reached = await begin(deps, row, recording, signals, given)
    isExecuting = false
    deps.onWorked(row.id)
    const outcome = await onRecord(deps, row, recording, reached)
    if (recording.isForgotten) return
    const { attempt, thread_id: threadId } = row
    left = await finishRun({ ...deps, attempt, threadId, recording, outcome })
    if (left && isEnded(left.status)) await forgetAlone(deps.db, row)
    const deadline = outcome.type === 'interrupted' ? deadlineOf(outcome.interrupts) : null
    if (deadline !== null) deps.onDeadline(deadline)
  }
  const done = work()
    .catch((error: unknown) => {
      if (isRunLost(error)) return forget()
      lines.error({ err: error, runId: row.id }, 'storing the outcome of a run failed')
    })
    .finally(() => log.close())

  return {
    row,
    log,
    get isExecuting() {
      return isExecuting
    },
    get leftAs() {
      return left?.status ?? null
    },
    get isThreadWanted() {
      return left?.isThreadWanted === true
    },
    cancel: () => abort.abort(),
    drain: () => drain.abort(),
    handOver: () => abort.abort(HANDED_OVER),
    forget,
    get isForgotten() {
      return recording.isForgotten
    },
    done,
  }
}

/** A single-node run cannot be resumed, so delete its checkpoints. */
async function forgetAlone(db: Db, row: RunRow): Promise<void> {
  if (row.only_node === null) return
  await atomic(db, deleteCheckpoints(db, row.workspace_id, row.thread_id))
}

const holdOf = ({ id, attempt }: RunRow): RunHold => ({ runId: id, attempt })

const recordingOf = (row: RunRow): RecordedRun => ({
  workspaceId: row.workspace_id,
  threadId: row.thread_id,
  hold: holdOf(row),
  context: {
    runId: row.id,
    agentId: row.agent_id,
    version: row.version,
    threadId: row.thread_id,
    title: row.title,
    environment: runEnvironment(row),
    waited: row.waited_micros,
  },
})

type Signals = { signal: AbortSignal; drain: AbortSignal }

async function begin(
  deps: ExecuteDeps,
  row: RunRow,
  recording: Recording,
  signals: Signals,
  given: Given,
): Promise<RunOutcome> {
  const { attempt, workspace_id: workspaceId } = row
  recording.event({ type: 'status', status: 'running', attempt, error: null })
  if (attempt === 1) return await outcomeOf(deps, row, recording, signals, given)

  const isHopeless = attempt > deps.limits.runAttempts
  const error = isHopeless ? CRASHED_FOR_GOOD : CRASHED
  const keep = { root: !isHopeless, hold: holdOf(row) }
  const closed = await closeSpans(deps.db, workspaceId, row.id, { status: 'error', error }, keep)
  for (const span of closed) recording.event({ type: 'span', span })
  if (!isHopeless) return await outcomeOf(deps, row, recording, signals)
  await traced(deps, row, recording, error)
  return { type: 'error', error, ...unchanged(row) }
}

/** Gives a run a trace even if all its processes died before storing anything. */
async function traced(
  { db, engine, limits, log }: ExecuteDeps,
  row: RunRow,
  recording: Recording,
  error: RunError,
): Promise<void> {
  const root = await db
    .selectFrom('spans')
    .select('id')
    .where('workspace_id', '=', row.workspace_id)
    .where('trace_id', '=', row.id)
    .where('id', '=', row.id)
    .executeTakeFirst()
  if (root) return
  try {
    const request = await toRunRequest(db, row, limits)
    await engine.recordUnbegun(request, recording.sink, error)
  } catch (cause) {
    log.error({ err: cause, runId: row.id }, 'a run without a trace')
  }
}

async function outcomeOf(
  { db, engine, limits, log }: ExecuteDeps,
  row: RunRow,
  recording: Recording,
  signals: Signals,
  given?: Given,
): Promise<RunOutcome> {
  try {
    const request = await toRunRequest(db, row, limits, given)
    return await engine.execute(request, recording.sink, signals)
  } catch (error) {
    log.error({ err: error, runId: row.id }, 'the engine failed')
    return broken(row, error)
  }
}

/** Failing to store recorded data fails the run. */
async function onRecord(
  { writer, log }: ExecuteDeps,
  row: RunRow,
  recording: Recording,
  outcome: RunOutcome,
): Promise<RunOutcome> {
  try {
    await writer.intact(recording)
    return outcome
  } catch (error) {
    log.error({ err: error, runId: row.id }, 'the recording of a run is incomplete')
    return broken(row, error)
  }
}

function broken(row: RunRow, error: unknown): RunOutcome {
  const message = error instanceof Error ? error.message : String(error)
  return {
    type: 'error',
    error: { code: 'INTERNAL', message, retryable: false },
    ...unchanged(row),
  }
}

const unchanged = (row: RunRow): Pick<RunOutcome, 'totals' | 'firstTokenAt'> => ({
  totals: totalsOf(row),
  firstTokenAt: row.first_token_at,
})
