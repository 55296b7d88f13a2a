import type { Queries } from '../../../platform/db/db.ts'
import type { After } from './read-stretch.ts'
import type { RunQuery } from './run-query.ts'

export type Key = { trace_id: string; id: string; started_at: number }

/** Sorted keys. `isEnd` if no more follow. */
type Sorted = { keys: readonly Key[]; isEnd: boolean }

const KEPT_MS = 60_000
const MOST_KEPT = 16

type Kept = Map<string, Sorted & { until: number }>

type Place = { db: Queries; workspaceId: string }

const keptOf = new WeakMap<Queries, Kept>()

/** Clients read page after page, so one sort serves the following pages for a minute. */
export function keepKeys({ db, workspaceId }: Place, query: RunQuery, sorted: Sorted) {
  const kept: Kept = keptOf.get(db) ?? new Map()
  keptOf.set(db, kept)
  const name = nameOf(workspaceId, query)
  kept.delete(name)
  const oldest = kept.size >= MOST_KEPT ? kept.keys().next() : undefined
  if (oldest?.value !== undefined) kept.delete(oldest.value)
  kept.set(name, { ...sorted, until: Date.now() + KEPT_MS })
}

/** Returns the cached keys after this run, or undefined if they must be sorted again. */
export function keysAfter(
  { db, workspaceId }: Place,
  query: RunQuery,
  after: After,
): Sorted | undefined {
  const found = keptOf.get(db)?.get(nameOf(workspaceId, query))
  if (!found || found.until < Date.now()) return undefined
  const at = found.keys.findIndex(
    (key) => key.id === after.id && key.started_at === after.startedAt,
  )
  const keys = found.keys.slice(at + 1)
  return at < 0 || (keys.length === 0 && !found.isEnd) ? undefined : { ...found, keys }
}

const nameOf = (workspaceId: string, { cursor: _cursor, limit: _limit, ...query }: RunQuery) =>
  JSON.stringify([workspaceId, query])
