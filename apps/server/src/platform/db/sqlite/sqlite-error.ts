import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** An error that SQLite returned; `code` is its extended result code. */
export class SqliteError extends Error {
  override readonly name = 'SqliteError'
  readonly code: number | null

  constructor(message: string, code: number | null) {
    super(message)
    this.code = code
  }
}

/** SQLITE_BUSY, LOCKED, READONLY, IOERR, FULL and CANTOPEN: a retry may succeed. */
const TEMPORARY = new Set([5, 6, 8, 10, 13, 14])
/** SQLITE_CORRUPT and NOTADB: the contents of the file are damaged. */
const DAMAGED = new Set([11, 26])

/** An extended result code contains the primary one in its last byte. */
const primaryCode = (code: number | null): number => (code ?? 0) & 0xff

export const isTemporarySqliteError = (error: unknown): boolean =>
  error instanceof SqliteError && TEMPORARY.has(primaryCode(error.code))

export const isDamaged = (code: number | null): boolean => DAMAGED.has(primaryCode(code))

export const isDamagedSqliteFile = (error: unknown): boolean =>
  error instanceof SqliteError && isDamaged(error.code)

/** Makes a `SqliteError`. If the file is damaged, the message names the file and how to repair it. */
export function toSqliteError(file: string, message: string, code: number | null): SqliteError {
  if (!isDamaged(code)) return new SqliteError(message, code)
  const [copy] = listCopies(file)
  const backup = copy === undefined ? 'a backup' : `a backup (the newest copy here is ${copy})`
  return new SqliteError(
    `${file} is damaged: ${message}. Stop the server, replace the file with ${backup} and ` +
      `delete ${file}-wal and ${file}-shm. Without a backup, recover the readable data with: ` +
      `sqlite3 '${file}' .recover | sqlite3 recovered.db`,
    code,
  )
}

/** The copies made before upgrades, newest first. */
export function listCopies(file: string): string[] {
  const folder = dirname(file)
  const prefix = `${basename(file)}.before-`
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => join(folder, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
}
