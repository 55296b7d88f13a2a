import type { RunError, Span, SpanStatus } from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import { type RunHold, whileHeld } from '../../platform/db/run-hold.ts'
import { appendSpans } from '../../traces/store/append-spans.ts'
import { toSpan } from '../../traces/store/span-row.ts'
import { now } from '../../platform/time.ts'

export const CRASHED: RunError = {
  code: 'CRASHED',
  message: 'The server that ran this stopped in the middle of it',
  hint: 'The run goes on from its last checkpoint; nothing that had finished is done again.',
  retryable: true,
}

export const CRASHED_FOR_GOOD: RunError = {
  ...CRASHED,
  message: 'The server stopped in the middle of this run again and again',
  hint: 'Look at what the run was doing each time; then start it again.',
}

type Closing = { status: Exclude<SpanStatus, 'running'>; error: RunError | null }

/** Ends what nobody else will: spans left open by a process that died, or by a pause that was called off. Gives them as they ended. */
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
  const left = rows.filter(({ id }) => !keepsRoot || id !== traceId).map(toSpan)
  const closed = left.map((span) => ({ ...span, status, error, endedAt: now() }))
  if (closed.length > 0) {
    const each = hold ? whileHeld(db, hold) : []
    // Payloads are stored apart, and what is empty here erases none.
    const nothing = { inputs: null, outputs: null, events: [], metadata: {} }
    const written = closed.map((span) => ({ ...span, ...nothing }))
    const run = await db
      .selectFrom('runs')
      .select('waited_micros')
      .where('id', '=', traceId)
      .executeTakeFirst()
    await appendSpans(db, workspaceId, written, run ? { waited: run.waited_micros } : {}, { each })
  }
  return closed
}
