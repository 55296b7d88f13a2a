import { isGroup } from '@lathe/traces'
import type { Db } from '../../db.ts'
import { listIds } from './list-ids.ts'
import { resolveFilter, type Selection, type TraceFilter } from './trace-filter.ts'
import { byIds } from './ways.ts'

/** The most traces that are counted through post-filters. */
const SIFTED = 1_000

/** What may be counted in one query: all that pass, or the newest of them. */
export type Counted = { selection: Selection; isPartial: boolean }

export async function resolveCounted(
  db: Db,
  workspaceId: string,
  filter: TraceFilter,
  signal?: AbortSignal,
): Promise<Counted> {
  const selection = await resolveFilter(db, workspaceId, filter, signal)
  if (selection.postFilters.length === 0) return { selection, isPartial: false }
  return await nameNewest(db, workspaceId, selection, SIFTED)
}

/**
 * The newest traces that pass, named if the filter has groups: their conditions take long to test, and many counts of the
 * same traces would test them again and again.
 */
export async function resolveNewest(
  db: Db,
  workspaceId: string,
  filter: TraceFilter,
  limit: number,
  signal?: AbortSignal,
): Promise<Counted> {
  const counted = await resolveCounted(db, workspaceId, filter, signal)
  const isGrouped = filter.terms?.some((term) => isGroup(term)) === true
  if (!isGrouped || counted.selection.postFilters.length > 0) return counted
  const newest = await nameNewest(db, workspaceId, counted.selection, limit)
  return { ...newest, isPartial: newest.isPartial || counted.isPartial }
}

async function nameNewest(
  db: Db,
  workspaceId: string,
  selection: Selection,
  limit: number,
): Promise<Counted> {
  const { ids, next } = await listIds(db.analytics, selection, { limit })
  const names = ids.map(({ id }) => id)
  const way = byIds(db.portable, workspaceId, names)
  return {
    selection: { way, conditions: [], statuses: [], postFilters: [] },
    isPartial: next !== undefined,
  }
}
