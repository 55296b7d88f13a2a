import type {
  Chunking,
  DocumentKind,
  DocumentMetadata,
  Embedding,
  IndexSettings,
  RunError,
} from '@lathe/contract'
import type { Generated } from 'kysely'
import type { JsonText } from '../json.ts'
import type { StoredVector } from '../portable.ts'

/** The index that searches use: what it was made with. */
export type ActiveIndex = {
  key: string
  embedding: Embedding
  chunking: Chunking
  /** Null until its first vectors are there. */
  dimensions: number | null
}

/** `name` is unique per workspace among collections that are not deleted. */
export type CollectionsTable = {
  id: string
  workspace_id: string
  name: string
  description: string
  settings: JsonText<IndexSettings>
  active_index: JsonText<ActiveIndex> | null
  is_indexing: number
  progress_done: number
  progress_total: number
  error: JsonText<RunError> | null
  /** Of all that was ever embedded for it. */
  index_tokens: Generated<number>
  index_cost_nanos: Generated<number>
  /** Calls whose tokens nobody counted, and those whose price nobody knows. */
  index_uncounted: Generated<number>
  index_unpriced: Generated<number>
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export type CollectionDocumentsTable = {
  id: string
  workspace_id: string
  collection_id: string
  name: string
  kind: DocumentKind
  url: string | null
  text: string
  /** Of the text: a collection has it once, beside what is deleted. */
  hash: string
  bytes: number
  characters: number
  metadata: JsonText<DocumentMetadata>
  /** The newest index that has the whole of it. */
  index_key: string | null
  /** The index it could not be added to, and why. */
  failed_key: string | null
  error: JsonText<RunError> | null
  created_at: number
  updated_at: number
  /** Until it is purged it can be restored. */
  deleted_at: number | null
}

export type CollectionChunksTable = {
  seq: Generated<number>
  collection_id: string
  document_id: string
  index_key: string
  position: number
  text: string
  line_from: number
  line_to: number
  vector: StoredVector
}
