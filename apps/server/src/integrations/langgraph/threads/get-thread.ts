import { type Call, idParam } from '../../call.ts'
import { noSuchThread } from '../errors.ts'
import type { ThreadRecord } from './thread-row.ts'
import { findThreadRecord } from './threads.store.ts'

/** Loads the thread of the URL. */
export async function getThread(call: Call): Promise<ThreadRecord> {
  const { db, workspaceId } = call.context
  const id = idParam(call, 'id')
  const thread = await findThreadRecord(db, workspaceId, id)
  if (!thread) throw noSuchThread(id)
  return thread
}
