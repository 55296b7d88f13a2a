import type { Limits, RunError } from '@lathe/contract'
import type { Engine, RunOutcome } from '@lathe/engine'
import type { Db } from '../../platform/db/db.ts'
import { runEnvironment } from '../../traces/store/run-environment.ts'
import type { RunHold } from '../../platform/db/run-hold.ts'
import type { RunRow } from '../api/run-row.ts'
import type { Log } from '../../platform/log.ts'
import { CRASHED, CRASHED_FOR_GOOD, closeSpans } from './close-spans.ts'
import type { RecordedRun, Recording } from './recording.ts'
import { toTotals, toRunRequest } from './run-request.ts'
import type { Writer } from './writer.ts'

export type AttemptDeps = {
  db: Db
  loadEngine: () => Promise<Engine>
  writer: Writer
  limits: Limits
  log: Log
}

const toHold = ({ id, attempt }: RunRow): RunHold => ({ runId: id, attempt })

/** Describes the run to its recording. */
export const toRecordedRun = (row: RunRow): RecordedRun => ({
  workspaceId: row.workspace_id,
  threadId: row.thread_id,
  hold: toHold(row),
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

/**
 * Reports that an attempt begins. After a crash, closes the spans of the last attempt. Returns the
 * outcome of a run that crashed too often, otherwise null.
 */
export async function beginAttempt(
  deps: AttemptDeps,
  row: RunRow,
  recording: Recording,
): Promise<RunOutcome | null> {
  const { attempt, workspace_id: workspaceId } = row
  recording.event({ type: 'status', status: 'running', attempt, error: null })
  if (attempt === 1) return null

  const isHopeless = attempt > deps.limits.runAttempts
  const error = isHopeless ? CRASHED_FOR_GOOD : CRASHED
  const closeOptions = { root: !isHopeless, hold: toHold(row) }
  const closedSpans = await closeSpans(
    deps.db,
    workspaceId,
    row.id,
    { status: 'error', error },
    closeOptions,
  )
  for (const span of closedSpans) recording.event({ type: 'span', span })
  if (!isHopeless) return null
  await ensureTrace(deps, row, recording, error)
  return { type: 'error', error, ...currentTotals(row) }
}

/** Gives a run a trace even if all its processes died before storing anything. */
async function ensureTrace(
  { db, loadEngine, limits, log }: AttemptDeps,
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
    const engine = await loadEngine()
    await engine.recordUnbegun(request, recording.sink, error)
  } catch (cause) {
    log.error({ err: cause, runId: row.id }, 'a run without a trace')
  }
}

/** Returns the outcome, or an error if recorded data could not be stored. */
export async function requireRecord(
  { writer, log }: AttemptDeps,
  row: RunRow,
  recording: Recording,
  outcome: RunOutcome,
): Promise<RunOutcome> {
  try {
    await writer.requireStored(recording)
    return outcome
  } catch (error) {
    log.error({ err: error, runId: row.id }, 'the recording of a run is incomplete')
    return internalError(row, error)
  }
}

/** Fails a run because of an error of the server. */
export function internalError(row: RunRow, error: unknown): RunOutcome {
  const message = error instanceof Error ? error.message : String(error)
  return {
    type: 'error',
    error: { code: 'INTERNAL', message, retryable: false },
    ...currentTotals(row),
  }
}

const currentTotals = (row: RunRow): Pick<RunOutcome, 'totals' | 'firstTokenAt'> => ({
  totals: toTotals(row),
  firstTokenAt: row.first_token_at,
})
