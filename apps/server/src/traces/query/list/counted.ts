import type { Db } from '../../../platform/db/db.ts'
import { listIds } from './list-ids.ts'
import { resolveFilter, type Selection, type TraceFilter } from './trace-filter.ts'
import { tracesByIds } from './access-paths.ts'

/** Matches to count when only post-filters can decide them. */
const MAX_POST_FILTERED = 1_000

/** The traces a query may count: all matches, or only the newest. */
export type CountableTraces = { selection: Selection; isPartial: boolean }

export async function resolveCountable(
  db: Db,
  workspaceId: string,
  filter: TraceFilter,
  signal?: AbortSignal,
): Promise<CountableTraces> {
  const selection = await resolveFilter(db, workspaceId, filter, signal)
  if (selection.postFilters.length === 0) return { selection, isPartial: false }
  const { ids, next } = await listIds(db, selection, { limit: MAX_POST_FILTERED })
  const matchingIds = ids.map(({ id }) => id)
  return {
    selection: {
      accessPath: tracesByIds(db.portable, workspaceId, matchingIds),
      conditions: [],
      statuses: [],
      postFilters: [],
    },
    isPartial: next !== undefined,
  }
}
