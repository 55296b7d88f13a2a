import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ConfigError } from './config-error.ts'

/** The data folder unless `LATHE_HOME` is set: `.lathe` in the user's home, or in the working directory if there is none. */
export function defaultHome(): string {
  try {
    const user = homedir()
    if (existsSync(user)) return join(user, '.lathe')
  } catch {
    // The user has no entry in the password file.
  }
  return resolve('.lathe')
}

/** Creates the data folder if it does not exist. Throws a `ConfigError` if it is not writable. */
export function createHome(home: string): void {
  try {
    makeFolder(home)
    rmdirSync(mkdtempSync(join(home, '.writable-')))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError([`LATHE_HOME: cannot store data in ${home}: ${reason}`])
  }
}

/**
 * Do not use `recursive`: Node retries forever if the parent cannot contain folders, as in /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another server that starts at the same time may have created it.
    if (!existsSync(folder)) throw error
  }
}
