import type { Embedding, Passage } from '@lathe/contract'

/** A collection with its passages. */
export type ExportedCollection = {
  name: string
  /** The embedding of its vectors; null if it is not indexed. */
  embedding: Embedding | null
  /** Number of passages. A collection with more than `MOST_PASSAGES` is exported without them. */
  count: number
  passages: readonly Passage[]
}

/** About 20 MB of text and vectors. */
export const MOST_PASSAGES = 2_000
