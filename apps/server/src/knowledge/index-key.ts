import { hash } from 'node:crypto'
import type { IndexSettings } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'

/** Names the index that these settings make: equal settings make an equal one. */
export const indexKey = ({ embedding, chunking }: IndexSettings): string =>
  hash('sha256', canonicalJson({ embedding, chunking }), 'hex').slice(0, 32)
