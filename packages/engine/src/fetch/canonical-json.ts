import { hash } from 'node:crypto'
import type { Json } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'

/** sha256 of the canonical text, hex: the same however keys are ordered. */
export const fingerprint = (value: Json): string => hash('sha256', canonicalJson(value), 'hex')
