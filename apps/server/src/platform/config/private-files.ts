import { chmodSync, closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs'

const OWNER_ALONE = 0o600
const OTHERS = 0o077
/** A volume without file modes, or files that belong to another user. */
const UNCHANGEABLE = new Set(['EPERM', 'ENOTSUP', 'EROFS'])

type Tell = (message: string) => void

/**
 * Makes a SQLite database readable only by its owner. SQLite creates its companion files with the
 * mode of the database. If the mode cannot be changed, only warn.
 */
export function closeDatabaseToOthers(file: string, tell?: Tell): void {
  closeSync(openSync(file, 'a', OWNER_ALONE))
  const real = realpathSync(file)
  for (const one of [real, `${real}-wal`, `${real}-shm`])
    if (existsSync(one)) closeToOthers(one, tell)
}

/** Makes an existing file readable only by its owner. Warns if the mode cannot be changed. */
export function closeToOthers(file: string, tell: Tell = console.warn): void {
  if ((statSync(file).mode & OTHERS) === 0) return
  try {
    chmodSync(file, OWNER_ALONE)
  } catch (error) {
    if (!isUnchangeable(error)) throw error
    tell(`${file} may be readable by other users; its mode cannot be changed: ${error.message}`)
  }
}

const isUnchangeable = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  UNCHANGEABLE.has(error.code)
