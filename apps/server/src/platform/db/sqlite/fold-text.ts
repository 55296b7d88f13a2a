import { foldText } from '@lathe/contract'
import type { DatabaseSync } from 'node:sqlite'

/** Defines `fold_text` on a connection: SQLite itself compares only ASCII letters without their case. */
export function addFoldText(db: DatabaseSync): void {
  db.function('fold_text', { deterministic: true }, (text) =>
    text === null ? null : foldText(String(text)),
  )
}
