import { hash } from 'node:crypto'
import type { Json } from '@lathe/contract'

/** The same text for the same data, however its keys are ordered; what JSON leaves out is left out. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) => (isPlain(part) ? sorted(part) : part)) ?? 'null'
  )
}

/** sha256 of the canonical text, hex. */
export const fingerprint = (value: Json): string => hash('sha256', canonicalJson(value), 'hex')

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(record)
  // An own key `__proto__` set by assignment would vanish.
  return Object.fromEntries(keys.sort().map((key) => [key, record[key]]))
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
