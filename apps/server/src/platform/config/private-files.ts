import { chmodSync, closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs'

const OWNER_ONLY = 0o600
const OTHERS = 0o077
/** A volume without file modes, or files that belong to another user. */
const UNCHANGEABLE_CODES = new Set(['EPERM', 'ENOTSUP', 'EROFS'])

type Warn = (message: string) => void

/**
 * Makes a SQLite database readable only by its owner. SQLite creates its companion files with the
 * mode of the database. If the mode cannot be changed, only warn.
 */
export function makeDatabasePrivate(file: string, warn?: Warn): void {
  closeSync(openSync(file, 'a', OWNER_ONLY))
  const real = realpathSync(file)
  for (const path of [real, `${real}-wal`, `${real}-shm`])
    if (existsSync(path)) makePrivate(path, warn)
}

/** Makes an existing file readable only by its owner. Warns if the mode cannot be changed. */
export function makePrivate(file: string, warn: Warn = console.warn): void {
  if ((statSync(file).mode & OTHERS) === 0) return
  try {
    chmodSync(file, OWNER_ONLY)
  } catch (error) {
    if (!isUnchangeable(error)) throw error
    warn(`${file} may be readable by other users; its mode cannot be changed: ${error.message}`)
  }
}

const isUnchangeable = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  UNCHANGEABLE_CODES.has(error.code)
