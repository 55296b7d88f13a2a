import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Offset of `user_version` in an SQLite file. Here it stores the owner's process id. */
const OWNER_OFFSET = 60

/**
 * Holds `<file>.lock` while the connection is open. The system releases it when the process dies,
 * so a lock cannot become stale.
 */
export function holdLock(file: string): DatabaseSync {
  const lockFile = `${file}.lock`
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(lockFile)
    db.exec('pragma synchronous = off; pragma locking_mode = exclusive; begin exclusive')
    db.exec(`pragma user_version = ${process.pid}; commit`)
    return db
  } catch (error) {
    db?.close()
    if (isBusy(error)) {
      throw new Error(`${file} is in use by another Lathe server${describeOwner(lockFile)}`, {
        cause: error,
      })
    }
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `Cannot write ${lockFile}: ${reason}. Check that its folder is writable and its disk has free space.`,
      { cause: error },
    )
  }
}

const SQLITE_BUSY = 5

/** Extended result codes contain the primary code in their last byte. */
function isBusy(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'errcode') : undefined
  return typeof code === 'number' && (code & 0xff) === SQLITE_BUSY
}

function describeOwner(lockFile: string): string {
  if (!existsSync(lockFile)) return ''
  const header = readFileSync(lockFile)
  return header.length < OWNER_OFFSET + 4 ? '' : ` (process ${header.readUInt32BE(OWNER_OFFSET)})`
}
