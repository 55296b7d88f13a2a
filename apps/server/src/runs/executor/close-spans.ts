import type { RunError, Span, SpanStatus } from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import { type RunHold, whileHeld } from '../../platform/db/run-hold.ts'
import { appendSpans } from '../../traces/store/append-spans.ts'
import { toSpan } from '../../traces/store/span-row.ts'
import { now } from '../../platform/time.ts'

export const CRASHED: RunError = {
  code: 'CRASHED',
  message: 'The server stopped in the middle of this run',
  hint: 'The run continues from its last checkpoint. Finished steps are not repeated.',
  retryable: true,
}

export const CRASHED_FOR_GOOD: RunError = {
  ...CRASHED,
  message: 'The server stopped repeatedly during this run',
  hint: 'Check what the run was doing each time, then start it again.',
}

type Closing = { status: Exclude<SpanStatus, 'running'>; error: RunError | null }

/**
 * Ends spans left open by a process that died or an interrupt that was cancelled. Returns the ended
 * spans.
 */
export async function closeSpans(
  db: Db,
  workspaceId: string,
  traceId: string,
  { status, error }: Closing,
  { root: keepsRoot, hold }: { root: boolean; hold?: RunHold },
): Promise<Span[]> {
  const rows = await db
    .selectFrom('spans')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .where('ended_at', 'is', null)
    .execute()
  const openSpans = rows.filter(({ id }) => !keepsRoot || id !== traceId).map(toSpan)
  const closed = openSpans.map((span) => ({ ...span, status, error, endedAt: now() }))
  if (closed.length > 0) {
    const each = hold ? whileHeld(db, hold) : []
    // Payloads are stored separately, and empty values here do not overwrite them.
    const emptyPayload = { inputs: null, outputs: null, events: [], metadata: {} }
    const storedSpans = closed.map((span) => ({ ...span, ...emptyPayload }))
    const run = await db
      .selectFrom('runs')
      .select('waited_micros')
      .where('id', '=', traceId)
      .executeTakeFirst()
    await appendSpans(
      db,
      workspaceId,
      storedSpans,
      run ? { waitedMicros: run.waited_micros } : {},
      {
        everyQueries: each,
      },
    )
  }
  return closed
}
