import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from './config.ts'

/** Makes the folder of the data where there is none; throws a `ConfigError` where nothing can be kept in it. */
export function makeHome(home: string): void {
  try {
    makeFolder(home)
    rmdirSync(mkdtempSync(join(home, '.writable-')))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError([`LATHE_HOME: nothing can be kept in ${home}: ${reason}`])
  }
}

/** Not by `recursive`: Node then tries for ever where the parent exists and holds no folders, as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another server that starts now may have made it.
    if (!existsSync(folder)) throw error
  }
}
