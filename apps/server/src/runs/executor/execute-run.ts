import type { Limits, RunError } from '@lathe/contract'
import type { Engine, RunOutcome } from '@lathe/engine'
import type { Db } from '../../platform/db/db.ts'
import { runEnvironment } from '../../traces/store/run-environment.ts'
import type { RunHold } from '../../platform/db/run-hold.ts'
import type { RunRow } from '../api/run-row.ts'
import type { Log } from '../../platform/log.ts'
import { CRASHED, CRASHED_FOR_GOOD, closeSpans } from './close-spans.ts'
import type { RecordedRun, Recording } from './recording.ts'
import { type KnownRun, totalsOf, toRunRequest } from './run-request.ts'
import type { Writer } from './writer.ts'

export type EngineDeps = { db: Db; engine: Engine; writer: Writer; limits: Limits; log: Log }

const holdOf = ({ id, attempt }: RunRow): RunHold => ({ runId: id, attempt })

/** Describes the run to its recording. */
export const toRecordedRun = (row: RunRow): RecordedRun => ({
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
    waitedMicros: row.waited_micros,
  },
})

type Signals = { signal: AbortSignal; drain: AbortSignal }

/**
 * Executes a run that this process holds. While its row is not stored, the run is only prepared: it
 * spends, stores and emits nothing.
 */
export async function executeRun(
  deps: EngineDeps,
  row: RunRow,
  recording: Recording,
  signals: Signals,
  knownRun: KnownRun,
): Promise<RunOutcome> {
  const { attempt, workspace_id: workspaceId } = row
  recording.event({ type: 'status', status: 'running', attempt, error: null })
  if (attempt === 1) return await runEngine(deps, row, recording, signals, knownRun)

  const isHopeless = attempt > deps.limits.runAttempts
  const error = isHopeless ? CRASHED_FOR_GOOD : CRASHED
  const keep = { root: !isHopeless, hold: holdOf(row) }
  const closed = await closeSpans(deps.db, workspaceId, row.id, { status: 'error', error }, keep)
  for (const span of closed) recording.event({ type: 'span', span })
  if (!isHopeless) return await runEngine(deps, row, recording, signals)
  await traced(deps, row, recording, error)
  return { type: 'error', error, ...unchanged(row) }
}

/** Gives a run a trace even if all its processes died before storing anything. */
async function traced(
  { db, engine, limits, log }: EngineDeps,
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

async function runEngine(
  { db, engine, limits, log }: EngineDeps,
  row: RunRow,
  recording: Recording,
  signals: Signals,
  knownRun?: KnownRun,
): Promise<RunOutcome> {
  try {
    const request = await toRunRequest(db, row, limits, knownRun)
    return await engine.execute(request, recording.sink, signals)
  } catch (error) {
    log.error({ err: error, runId: row.id }, 'the engine failed')
    return broken(row, error)
  }
}

/** Returns the outcome, or an error if recorded data could not be stored. */
export async function requireRecord(
  { writer, log }: EngineDeps,
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
