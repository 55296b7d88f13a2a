import { fromJsonOrNull } from '../../platform/db/json.ts'
import { now } from '../../platform/time.ts'
import type { ForwarderOptions } from './forwarder.ts'
import { claim, giveBack, postpone, remove, settle, trim, type Waiting } from './outbox.store.ts'
import type { Sender, SendError } from './send.ts'
import {
  changeForwarding,
  countDropped,
  countSent,
  findForwarding,
  type ForwardingRow,
  redactionOf,
} from './settings.store.ts'
import { targetOf } from './target.ts'
import type { Queries } from '../../platform/db/db.ts'
import { toPayload } from '../../platform/db/payloads/payloads.ts'
import { findWithPayload } from '../../platform/db/payloads/read-payloads.ts'
import { FORWARDED } from './to-run.ts'

/** Maximum number of waiting traces. The oldest are dropped above it. */
export const MOST_WAITING = 10_000
const AT_ONCE = 8
const LEASE = 10 * 60_000_000
const FIRST_WAIT = 2_000_000
const LONGEST_WAIT = 10 * 60_000_000
/** Attempts for a trace the receiver rejects. */
const MOST_ATTEMPTS = 5

type Sending = {
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
  await countDropped(db, workspaceId, await trim(db, workspaceId, MOST_WAITING))
  const row = await findForwarding(db, workspaceId)
  const { target } = targetOf(options, row)
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

async function sendAll(options: ForwarderOptions, sending: Sending): Promise<void> {
  const { db } = options
  const { signal } = sending
  const workspaceId = sending.row.workspace_id
  while (!signal.aborted) {
    const at = now()
    const claimed = await claim(db, workspaceId, { at, leaseUntil: at + LEASE, limit: AT_ONCE })
    if (claimed.length === 0) return
    for (const [index, waiting] of claimed.entries()) {
      const isGoing = await sendOne(options, sending, waiting)
      if (isGoing) continue
      for (const left of claimed.slice(index + 1))
        await giveBack(db, left, { dueAt: now(), hasFailed: false })
      if (!signal.aborted) await postpone(db, workspaceId, now() + waitOf(waiting.attempts))
      return
    }
  }
}

const waitOf = (attempts: number): number => Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempts)

/** Returns whether to continue with this receiver. */
async function sendOne(
  { db, log }: ForwarderOptions,
  { row, project, send, signal }: Sending,
  waiting: Waiting,
): Promise<boolean> {
  const workspaceId = row.workspace_id
  const agents = fromJsonOrNull(row.agents)
  const trace = await chosenTrace(db, workspaceId, waiting.trace_id, agents)
  if (!trace) {
    await remove(db, waiting)
    return true
  }
  try {
    const { traceRuns } = await import('./trace-runs.ts')
    const outgoing = { project, redaction: redactionOf(row) }
    let spans = 0
    for await (const runs of traceRuns({ db, workspaceId }, trace, outgoing)) {
      await send(runs)
      spans += runs.length
    }
    await countSent(db, workspaceId, { traces: 1, spans, at: now() })
    await settle(db, waiting, now())
    return true
  } catch (error) {
    if (signal.aborted) {
      await giveBack(db, waiting, { dueAt: now(), hasFailed: false })
      return false
    }
    const isOfTrace = await isTraceRefused(error)
    const isLast = isOfTrace && waiting.attempts + 1 >= MOST_ATTEMPTS
    if (isLast) await remove(db, waiting)
    else
      await giveBack(db, waiting, { dueAt: now() + waitOf(waiting.attempts + 1), hasFailed: true })
    await countDropped(db, workspaceId, isLast ? 1 : 0)
    const message = error instanceof Error ? error.message : String(error)
    log.warn({ err: error, trace: waiting.trace_id }, 'forwarding a trace failed')
    await changeForwarding(db, workspaceId, { last_error: message, last_error_at: now() })
    return isOfTrace
  }
}

/** Errors without a response belong to the trace, which cannot be read or serialized. */
async function isTraceRefused(error: unknown): Promise<boolean> {
  const { SendError } = await import('./send.ts')
  const isAnswer = (one: unknown): one is SendError => one instanceof SendError
  return isAnswer(error) ? error.isOfTrace : true
}

/** Reads the current trace. Undefined if it was deleted, is not selected or was forwarded here. */
async function chosenTrace(
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
