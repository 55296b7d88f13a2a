import { hash } from 'node:crypto'
import type { IndexSettings } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'

/** Identifies an index by its settings: equal settings give equal keys. */
export const indexKey = ({ embedding, chunking }: IndexSettings): string =>
  hash('sha256', canonicalJson({ embedding, chunking }), 'hex').slice(0, 32)
