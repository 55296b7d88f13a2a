import type { Db } from '../../../platform/db/db.ts'
import { walkIds } from './list-ids.ts'
import { resolveFilter, type TraceFilter } from './trace-filter.ts'

const BATCH_SIZE = 200

export type TraceChoice = TraceFilter & { ids?: string[] | undefined }

/** Yields trace ids in batches: the named ones, or all that match the filter, newest first. */
export async function* batchTraceIds(
  db: Db,
  workspaceId: string,
  { ids, ...filter }: TraceChoice,
  signal?: AbortSignal,
): AsyncGenerator<string[]> {
  if (ids) {
    for (let start = 0; start < ids.length; start += BATCH_SIZE)
      yield ids.slice(start, start + BATCH_SIZE)
    return
  }
  const selection = await resolveFilter(db, workspaceId, filter, signal)
  for await (const page of walkIds(db, selection, BATCH_SIZE)) yield page.map(({ id }) => id)
}
