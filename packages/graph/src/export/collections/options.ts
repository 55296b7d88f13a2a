import type { Embedding, Passage } from '@lathe/contract'

/** A collection as a project takes it along. */
export type ExportedCollection = {
  name: string
  /** What made its vectors; null while nothing is indexed. */
  embedding: Embedding | null
  /** How many it has; of more than `MOST_PASSAGES` none go along. */
  count: number
  passages: readonly Passage[]
}

/** Some 20 MB of text and vectors. */
export const MOST_PASSAGES = 2_000
