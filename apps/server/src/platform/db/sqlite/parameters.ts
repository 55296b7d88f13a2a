import { packText, UnpackedJson } from '../packed-json.ts'
import { replaceNul } from '../replace-nul.ts'
import type { TransferBuffer } from './transfer-buffer.ts'
import type { SqlParameter, SqlValue } from './protocol.ts'

/** Converts a value for the thread. `parcel` collects its bytes. */
export const toParameter = (value: unknown, transferBuffer: TransferBuffer): SqlParameter => {
  if (typeof value === 'string') return replaceNul(value)
  if (typeof value === 'number' || typeof value === 'bigint' || value === null) return value
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Uint8Array) return transferBuffer.add(value)
  if (value instanceof UnpackedJson) return { json: transferBuffer.addAll(value.chunks) }
  throw new TypeError(`Cannot store a ${typeof value}`)
}

/** Returns how many bytes of the value go into the parcel. */
export function byteSize(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if (value instanceof Uint8Array) return value.length
  return value instanceof UnpackedJson ? value.size : 0
}

/** Converts a parameter in the thread for SQLite. */
export const toSqlValue = (parameter: SqlParameter): SqlValue =>
  typeof parameter === 'object' && parameter !== null && 'json' in parameter
    ? packText(parameter.json)
    : parameter
