import type { Db } from '../../../platform/db/db.ts'
import { walkIds } from './list-ids.ts'
import { resolveFilter, type TraceFilter } from './trace-filter.ts'

const BATCH = 200

export type Choice = TraceFilter & { ids?: string[] | undefined }

/** Yields trace ids in batches: the named ones, or all that match the filter, newest first. */
export async function* chosenTraces(
  db: Db,
  workspaceId: string,
  { ids, ...filter }: Choice,
  signal?: AbortSignal,
): AsyncGenerator<string[]> {
  if (ids) {
    for (let start = 0; start < ids.length; start += BATCH) yield ids.slice(start, start + BATCH)
    return
  }
  const selection = await resolveFilter(db, workspaceId, filter, signal)
  for await (const page of walkIds(db, selection, BATCH)) yield page.map(({ id }) => id)
}
