import { packText, UnpackedJson } from '../packed-json.ts'
import { withoutNul } from '../without-nul.ts'
import type { Parcel } from './parcel.ts'
import type { SqlParameter, SqlValue } from './protocol.ts'

/** What can be sent to a thread; `parcel` takes its bytes. */
export const toParameter = (value: unknown, parcel: Parcel): SqlParameter => {
  if (typeof value === 'string') return withoutNul(value)
  if (typeof value === 'number' || typeof value === 'bigint' || value === null) return value
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Uint8Array) return parcel.take(value)
  if (value instanceof UnpackedJson) return { json: parcel.takeAll(value.pieces) }
  throw new TypeError(`Cannot store a ${typeof value}`)
}

/** How many bytes of it lie in a parcel. */
export function bytesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if (value instanceof Uint8Array) return value.length
  return value instanceof UnpackedJson ? value.size : 0
}

/** What SQLite binds, in the thread. */
export const toSqlValue = (parameter: SqlParameter): SqlValue =>
  typeof parameter === 'object' && parameter !== null && 'json' in parameter
    ? packText(parameter.json)
    : parameter
