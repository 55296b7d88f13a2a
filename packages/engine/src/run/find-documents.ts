import type { FoundChunk, RunError, SearchQuery } from '@lathe/contract'
import type { CallWait } from '../fetch/request.ts'

/** A search of a collection that the workspace has. */
export type CollectionSearch = SearchQuery & { collection: string }

type How = { signal?: AbortSignal | undefined; onWait?: (wait: CallWait) => void }

type Found = { ok: true; chunks: FoundChunk[]; tokens: number } | { ok: false; error: RunError }

export type FindDocuments = (
  workspaceId: string,
  search: CollectionSearch,
  how?: How,
) => Promise<Found>

/** As tools have it: within their workspace. */
export type SearchCollections = (search: CollectionSearch, how?: How) => Promise<Found>
