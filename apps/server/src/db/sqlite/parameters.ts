import { withoutNul } from '../without-nul.ts'
import type { SqlValue } from './protocol.ts'

/** What can be sent to a thread and bound by SQLite. */
export const toSqlValue = (value: unknown): SqlValue => {
  if (typeof value === 'string') return withoutNul(value)
  if (typeof value === 'number' || typeof value === 'bigint' || value === null) return value
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Uint8Array) return ownBytes(value)
  throw new TypeError(`Cannot store a ${typeof value}`)
}

/** Cloning a view clones everything beneath it, and a Buffer lies on a pool of many kilobytes. */
const ownBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
