import type { DatabaseSync } from 'node:sqlite'
import { unpackBytes } from '../packed-json.ts'

/**
 * Defines the SQL function `unpacked_text`, which unpacks a text. Returns null for values other
 * than blobs.
 */
export function addUnpackedText(db: DatabaseSync): void {
  db.function('unpacked_text', { deterministic: true }, (packed) =>
    packed instanceof Uint8Array ? unpackBytes(packed).toString() : null,
  )
}
