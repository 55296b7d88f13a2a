import { foldText } from '@lathe/contract'
import type { DatabaseSync } from 'node:sqlite'

/** Defines `fold_text`. SQLite itself ignores the case of ASCII letters only. */
export function addFoldText(db: DatabaseSync): void {
  db.function('fold_text', { deterministic: true }, (text) =>
    text === null ? null : foldText(String(text)),
  )
}
