import { fromJsonOrNull } from '../../platform/db/json.ts'
import { now } from '../../platform/time.ts'
import type { ForwarderOptions } from './forwarder.ts'
import {
  claimOutbox,
  release,
  postponeAll,
  removeFromOutbox,
  removeSent,
  dropOldest,
  type OutboxRow,
} from './outbox.store.ts'
import type { Sender, SendError } from './send.ts'
import {
  changeForwarding,
  countDropped,
  countSent,
  findForwarding,
  type ForwardingRow,
  readRedaction,
} from './settings.store.ts'
import { resolveTarget } from './target.ts'
import type { Queries } from '../../platform/db/db.ts'
import { toPayload } from '../../platform/db/payloads/payloads.ts'
import { findWithPayload } from '../../platform/db/payloads/read-payloads.ts'
import { FORWARDED } from './to-run.ts'

/** Maximum number of waiting traces. The oldest are dropped above it. */
export const MAX_WAITING = 10_000
const BATCH_SIZE = 8
const LEASE = 10 * 60_000_000
const INITIAL_BACKOFF = 2_000_000
const MAX_BACKOFF = 10 * 60_000_000
/** Attempts for a trace the receiver rejects. */
const MAX_ATTEMPTS = 5

type SendContext = {
  row: ForwardingRow
  project: string
  send: Sender['send']
  signal: AbortSignal
}

/** Sends until nothing is due or the receiver fails. */
export async function sendDue(
  options: ForwarderOptions,
  workspaceId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db } = options
  await countDropped(db, workspaceId, await dropOldest(db, workspaceId, MAX_WAITING))
  const row = await findForwarding(db, workspaceId)
  const { target } = resolveTarget(options, row)
  if (!target) return
  // Loaded on first use: most servers never forward.
  const { createSender } = await import('./send.ts')
  const { send, close } = createSender(target, signal)
  try {
    await sendAll(options, { row, project: target.project, send, signal })
  } finally {
    await close()
  }
}

async function sendAll(options: ForwarderOptions, context: SendContext): Promise<void> {
  const { db } = options
  const { signal } = context
  const workspaceId = context.row.workspace_id
  while (!signal.aborted) {
    const time = now()
    const batch = await claimOutbox(db, workspaceId, {
      time,
      leaseUntil: time + LEASE,
      limit: BATCH_SIZE,
    })
    if (batch.length === 0) return
    for (const [index, entry] of batch.entries()) {
      const canContinue = await sendOne(options, context, entry)
      if (canContinue) continue
      for (const unsentEntry of batch.slice(index + 1))
        await release(db, unsentEntry, { dueAt: now(), hasFailed: false })
      if (!signal.aborted) await postponeAll(db, workspaceId, now() + backoff(entry.attempts))
      return
    }
  }
}

const backoff = (attempts: number): number => Math.min(MAX_BACKOFF, INITIAL_BACKOFF * 2 ** attempts)

/** Returns whether to continue with this receiver. */
async function sendOne(
  { db, log }: ForwarderOptions,
  { row, project, send, signal }: SendContext,
  entry: OutboxRow,
): Promise<boolean> {
  const workspaceId = row.workspace_id
  const agents = fromJsonOrNull(row.agents)
  const trace = await readSelectedTrace(db, workspaceId, entry.trace_id, agents)
  if (!trace) {
    await removeFromOutbox(db, entry)
    return true
  }
  try {
    const { traceRuns } = await import('./trace-runs.ts')
    const outgoing = { project, redaction: readRedaction(row) }
    let spans = 0
    for await (const runs of traceRuns({ db, workspaceId }, trace, outgoing)) {
      await send(runs)
      spans += runs.length
    }
    await countSent(db, workspaceId, { traces: 1, spans, time: now() })
    await removeSent(db, entry, now())
    return true
  } catch (error) {
    if (signal.aborted) {
      await release(db, entry, { dueAt: now(), hasFailed: false })
      return false
    }
    const isTraceError = await isTraceRejected(error)
    const isLast = isTraceError && entry.attempts + 1 >= MAX_ATTEMPTS
    if (isLast) await removeFromOutbox(db, entry)
    else await release(db, entry, { dueAt: now() + backoff(entry.attempts + 1), hasFailed: true })
    await countDropped(db, workspaceId, isLast ? 1 : 0)
    const message = error instanceof Error ? error.message : String(error)
    log.warn({ err: error, trace: entry.trace_id }, 'forwarding a trace failed')
    await changeForwarding(db, workspaceId, { last_error: message, last_error_at: now() })
    return isTraceError
  }
}

/** Errors without a response belong to the trace, which cannot be read or serialized. */
async function isTraceRejected(error: unknown): Promise<boolean> {
  const { SendError } = await import('./send.ts')
  const isSendError = (value: unknown): value is SendError => value instanceof SendError
  return isSendError(error) ? error.isTraceError : true
}

/** Reads the current trace. Undefined if it was deleted, is not selected or was forwarded here. */
async function readSelectedTrace(
  db: Queries,
  workspaceId: string,
  id: string,
  agents: readonly string[] | null,
) {
  const trace = await db
    .selectFrom('traces')
    .select(['id', 'root_id', 'thread_id', 'agent_id', 'source'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!trace) return undefined
  // Traces of other programs have no agent and are selected as a group.
  if (agents && trace.source === null && !agents.includes(trace.agent_id ?? '')) return undefined
  if (trace.source === null) return trace
  const root = await findWithPayload(db, workspaceId, id, trace.root_id ?? '')
  return toPayload(root?.payload).metadata[FORWARDED] === true ? undefined : trace
}
