import type { Queries } from '../../../platform/db/db.ts'
import type { After } from './read-run-pages.ts'
import type { RunQuery } from './run-query.ts'

export type Key = { trace_id: string; id: string; started_at: number }

/** Sorted keys. `isEnd` if no more follow. */
type CachedKeys = { keys: readonly Key[]; isEnd: boolean }

const CACHE_MS = 60_000
const MAX_ENTRIES = 16

type KeyCache = Map<string, CachedKeys & { expiresAt: number }>

type CacheContext = { db: Queries; workspaceId: string }

const caches = new WeakMap<Queries, KeyCache>()

/** Clients read page after page, so one sort serves the following pages for a minute. */
export function cacheKeys(
  { db, workspaceId }: CacheContext,
  query: RunQuery,
  cachedKeys: CachedKeys,
) {
  const cache: KeyCache = caches.get(db) ?? new Map()
  caches.set(db, cache)
  const name = cacheKey(workspaceId, query)
  cache.delete(name)
  const oldest = cache.size >= MAX_ENTRIES ? cache.keys().next() : undefined
  if (oldest?.value !== undefined) cache.delete(oldest.value)
  cache.set(name, { ...cachedKeys, expiresAt: Date.now() + CACHE_MS })
}

/** Returns the cached keys after this run, or undefined if they must be sorted again. */
export function cachedKeysAfter(
  { db, workspaceId }: CacheContext,
  query: RunQuery,
  after: After,
): CachedKeys | undefined {
  const found = caches.get(db)?.get(cacheKey(workspaceId, query))
  if (!found || found.expiresAt < Date.now()) return undefined
  const index = found.keys.findIndex(
    (key) => key.id === after.id && key.started_at === after.startedAt,
  )
  const keys = found.keys.slice(index + 1)
  return index < 0 || (keys.length === 0 && !found.isEnd) ? undefined : { ...found, keys }
}

const cacheKey = (workspaceId: string, { cursor: _cursor, limit: _limit, ...query }: RunQuery) =>
  JSON.stringify([workspaceId, query])
