import type { Db } from '../../../platform/db/db.ts'
import { listIds } from './list-ids.ts'
import { resolveFilter, type Selection, type TraceFilter } from './trace-filter.ts'
import { byIds } from './ways.ts'

/** Matches to count when only post-filters can decide them. */
const SIFTED = 1_000

/** The traces a query may count: all matches, or only the newest. */
export type Counted = { selection: Selection; isPartial: boolean }

export async function resolveCounted(
  db: Db,
  workspaceId: string,
  filter: TraceFilter,
  signal?: AbortSignal,
): Promise<Counted> {
  const selection = await resolveFilter(db, workspaceId, filter, signal)
  if (selection.postFilters.length === 0) return { selection, isPartial: false }
  const { ids, next } = await listIds(db, selection, { limit: SIFTED })
  const named = ids.map(({ id }) => id)
  return {
    selection: {
      way: byIds(db.portable, workspaceId, named),
      conditions: [],
      statuses: [],
      postFilters: [],
    },
    isPartial: next !== undefined,
  }
}
