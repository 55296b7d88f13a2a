import type { DatabaseSync } from 'node:sqlite'
import { unpackBytes } from '../packed-json.ts'

/** Gives a connection `unpacked_text`: the text that was packed, null for anything else. */
export function addUnpackedText(db: DatabaseSync): void {
  db.function('unpacked_text', { deterministic: true }, (packed) =>
    packed instanceof Uint8Array ? unpackBytes(packed).toString() : null,
  )
}
