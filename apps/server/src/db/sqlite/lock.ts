import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Where a SQLite file keeps `user_version`, here the process id of the owner. */
const OWNER_OFFSET = 60

/**
 * Holds `<file>.lock` as long as the connection is open. The system releases it when the process
 * dies, however it dies, so there is no such thing as a stale lock.
 */
export function holdLock(file: string): DatabaseSync {
  const lockFile = `${file}.lock`
  const db = new DatabaseSync(lockFile)
  try {
    db.exec('pragma synchronous = off; pragma locking_mode = exclusive; begin exclusive')
    db.exec(`pragma user_version = ${process.pid}; commit`)
    return db
  } catch {
    db.close()
    throw new Error(`${file} is in use by another Lathe server${ownerOf(lockFile)}`)
  }
}

function ownerOf(lockFile: string): string {
  if (!existsSync(lockFile)) return ''
  const header = readFileSync(lockFile)
  return header.length < OWNER_OFFSET + 4 ? '' : ` (process ${header.readUInt32BE(OWNER_OFFSET)})`
}
