import type { JsonObject } from '@lathe/contract'
import { readHistory } from '../../../threads/thread-state.ts'
import type { Context } from '../../../api/context.ts'
import { withPendingCalls } from '../wire/pending-calls.ts'
import { toWireInterrupts } from '../wire/interrupts.ts'
import { toWireThreadStatus } from '../wire/status.ts'
import { toIso } from '../wire/time.ts'
import { toWireValues } from '../wire/values.ts'
import { findRunDocument } from './run-documents.ts'
import type { ThreadRecord } from './thread-row.ts'
import { wireMetadata } from './threads.store.ts'

/** Values are loaded only on request, because they can be large. */
export async function toWireThread(
  context: Context,
  thread: ThreadRecord,
  { withValues = true } = {},
) {
  const { id, createdAt, updatedAt, run } = thread
  const interrupts = run?.interrupts ?? []
  return {
    thread_id: id,
    created_at: toIso(createdAt),
    updated_at: toIso(updatedAt),
    state_updated_at: toIso(updatedAt),
    metadata: wireMetadata(thread),
    status: toWireThreadStatus(run?.status ?? null),
    config: {},
    values: withValues ? await readValues(context, thread) : {},
    interrupts: Object.fromEntries(
      toWireInterrupts(interrupts).map((interrupt) => [interrupt.id, [interrupt]]),
    ),
    error: run?.error ? `${run.error.code}: ${run.error.message}` : null,
  }
}

async function readValues(
  { db, workspaceId }: Context,
  { id, run }: ThreadRecord,
): Promise<JsonObject> {
  const [newest] = await readHistory(db, workspaceId, id, { limit: 0, withPaused: true })
  if (!newest) return {}
  const document = await findRunDocument(db, workspaceId, newest.runId)
  if (!document) return newest.values
  return withPendingCalls(document, toWireValues(document, newest.values), run?.interrupts ?? [])
}
