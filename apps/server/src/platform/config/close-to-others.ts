import { chmodSync, closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs'

const OWNER_ALONE = 0o600
const OTHERS = 0o077
/** Of a volume that knows no modes, or has the files of another owner. */
const UNCHANGEABLE = new Set(['EPERM', 'ENOTSUP', 'EROFS'])

type Tell = (message: string) => void

/**
 * Prompts and answers are nobody else's. SQLite gives the files it makes beside one the mode of that. Where the system
 * does not let it be changed, it says so and goes on.
 */
export function closeDatabaseToOthers(file: string, tell?: Tell): void {
  closeSync(openSync(file, 'a', OWNER_ALONE))
  const real = realpathSync(file)
  for (const one of [real, `${real}-wal`, `${real}-shm`])
    if (existsSync(one)) closeToOthers(one, tell)
}

/** Likewise of any file that is there. */
export function closeToOthers(file: string, tell: Tell = console.warn): void {
  if ((statSync(file).mode & OTHERS) === 0) return
  try {
    chmodSync(file, OWNER_ALONE)
  } catch (error) {
    if (!isUnchangeable(error)) throw error
    tell(`${file} may be read by others, which could not be changed: ${error.message}`)
  }
}

const isUnchangeable = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  UNCHANGEABLE.has(error.code)
