import { packText, UnpackedJson } from '../packed-json.ts'
import { withoutNul } from '../without-nul.ts'
import type { SqlParameter, SqlValue } from './protocol.ts'

/** What can be sent to a thread. */
export const toParameter = (value: unknown): SqlParameter => {
  if (typeof value === 'string') return withoutNul(value)
  if (typeof value === 'number' || typeof value === 'bigint' || value === null) return value
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Uint8Array) return ownBytes(value)
  if (value instanceof UnpackedJson) return { json: value.json }
  throw new TypeError(`Cannot store a ${typeof value}`)
}

/** What SQLite binds, in the thread. */
export const toSqlValue = (parameter: SqlParameter): SqlValue =>
  typeof parameter === 'object' && parameter !== null && 'json' in parameter
    ? packText(parameter.json)
    : parameter

/** Cloning a view clones everything beneath it, and a Buffer lies on a pool of many kilobytes. */
const ownBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
