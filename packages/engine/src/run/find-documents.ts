import type { FoundChunk, RunError, SearchQuery } from '@lathe/contract'
import type { CallWait } from '../fetch/request.ts'

/** A search of a collection that the workspace has. */
export type CollectionSearch = SearchQuery & { collection: string }

type How = { signal?: AbortSignal | undefined; onWait?: (wait: CallWait) => void }

/** What it took to turn a question into a vector, however the search went on. */
export type SpentEmbedding = {
  connection: string
  model: string
  /** Null where the provider does not say. */
  tokens: number | null
  /** Of the vector. */
  dimensions: number
  startedAt: number
  durationMs: number
}

/** Null where nothing was embedded. */
type Spent = { embedding: SpentEmbedding | null }

/** `embeddingError` is set if the chunks match the words of the query alone. */
export type Found = Spent &
  ({ ok: true; chunks: FoundChunk[]; embeddingError?: RunError } | { ok: false; error: RunError })

export type FindDocuments = (
  workspaceId: string,
  search: CollectionSearch,
  how?: How,
) => Promise<Found>

/** As tools have it: within their workspace. */
export type SearchCollections = (search: CollectionSearch, how?: How) => Promise<Found>
