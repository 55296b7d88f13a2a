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

/** The settings of the index that searches use. */
export type ActiveIndex = {
  key: string
  embedding: Embedding
  chunking: Chunking
  /** Null until the first vectors are stored. */
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
  /** Total of everything embedded for the collection. */
  index_tokens: Generated<number>
  index_cost_nanos: Generated<number>
  /** Calls with unknown tokens, and calls with an unknown price. */
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
  /** Hash of the text, unique per collection among documents that are not deleted. */
  hash: string
  bytes: number
  characters: number
  metadata: JsonText<DocumentMetadata>
  /** The newest index that contains the whole document. */
  index_key: string | null
  /** The index to which the document could not be added, and the error. */
  failed_key: string | null
  error: JsonText<RunError> | null
  created_at: number
  updated_at: number
  /** Can be restored until it is purged. */
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
