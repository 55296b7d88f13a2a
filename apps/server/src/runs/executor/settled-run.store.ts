import { isEnded, type RunEvent } from '@lathe/contract'
import type { Db, Queries } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import { closeSpans } from './close-spans.ts'

/** Whether the run has ended or is interrupted. A deleted run counts as ended. */
export async function isSettled(db: Queries, runId: string): Promise<boolean> {
  const run = await db
    .selectFrom('runs')
    .select('status')
    .where('id', '=', runId)
    .executeTakeFirst()
  return !run || run.status === 'interrupted' || isEnded(run.status)
}

/**
 * Ends the trace of a run that was cancelled while no process held it. Returns the thread that is
 * free now.
 */
export async function closeIfOver(db: Db, runId: string): Promise<string | null> {
  const run = await db
    .selectFrom('runs')
    .select(['workspace_id', 'thread_id', 'status', 'lease_owner'])
    .where('id', '=', runId)
    .executeTakeFirst()
  if (!run || !isEnded(run.status) || run.lease_owner !== null) return null
  const closing = { status: 'cancelled', error: null } as const
  await closeSpans(db, run.workspace_id, runId, closing, { root: false })
  return run.thread_id
}

/**
 * For a reader that has seen all stored events: `open` if more may follow, `over` if not, or the
 * end event that was never stored, because the run was cancelled while pending or its process died.
 */
export async function findEnd(
  db: Queries,
  runId: string,
  lastSeenSeq: number,
  until: 'ended' | 'settled',
): Promise<'open' | 'over' | RunEvent> {
  const run = await db
    .selectFrom('runs')
    .select(['status', 'attempt', 'error', 'ended_at', 'lease_owner', 'seq_reserved'])
    .where('id', '=', runId)
    .executeTakeFirst()
  if (!run) return 'over'
  if (run.status === 'interrupted' && until === 'settled') return 'over'
  if (!isEnded(run.status) || run.lease_owner !== null) return 'open'

  const lastRow = await db
    .selectFrom('run_events')
    .select(['last_seq', 'events'])
    .where('run_id', '=', runId)
    .orderBy('first_seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  // The event was stored between the reader's query and this one.
  if (lastRow && lastRow.last_seq > lastSeenSeq) return 'open'
  if (lastRow && isEnd(fromJson(lastRow.events).at(-1))) return 'over'

  const seq = run.seq_reserved + 1
  if (lastSeenSeq >= seq) return 'over'
  const { status, attempt, error } = run
  const body = { type: 'status' as const, status, attempt, error: fromJsonOrNull(error) }
  return { seq, at: run.ended_at ?? 0, body }
}

const isEnd = (event: RunEvent | undefined): boolean =>
  event?.body.type === 'status' && isEnded(event.body.status)
