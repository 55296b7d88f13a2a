import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { SQLITE_IOERR } from './result-codes.ts'

const SOON_MS = 500

export type Syncer = ReturnType<typeof syncer>

/**
 * With `synchronous = normal` a commit survives the process but not a power cut. Syncing the log
 * after the commit is what `full` would do, at the price of only those commits that ask for it.
 * What a failed sync left out a later one does not make up for: from then on nothing is written, and `onFailure` told once.
 */
export function syncer(walFile: string, onFailure: (error: Error) => void) {
  // At once: under load there may be no descriptor left, which is no failure of the disk.
  const descriptor = openSync(walFile, 'r+')
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSyncing = false
  let isClosed = false
  let failure: Error | undefined
  const fail = (cause: Error): Error => {
    if (failure) return failure
    failure = failed(cause)
    console.error(failure)
    onFailure(failure)
    return failure
  }
  const forget = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const syncAside = () => {
    timer = undefined
    isSyncing = true
    fdatasync(descriptor, (error) => {
      isSyncing = false
      if (error) fail(error)
      if (isClosed) closeSync(descriptor)
    })
  }
  return {
    fail,
    get hasFailed() {
      return failure !== undefined
    },
    /** Before anything is written: throws when no write is taken. */
    check() {
      if (failure) throw failure
    },
    now() {
      forget()
      try {
        fdatasyncSync(descriptor)
      } catch (error) {
        throw fail(asError(error))
      }
    },
    /** Nobody waits for it: what needs no sync of its own is not lost for longer than this. */
    soon() {
      timer ??= setTimeout(syncAside, SOON_MS)
    },
    close() {
      forget()
      isClosed = true
      if (!isSyncing) closeSync(descriptor)
    },
  }
}

const failed = (cause: Error): Error =>
  Object.assign(
    new Error(`No more writes are taken until the next start: ${cause.message}`, { cause }),
    { errcode: SQLITE_IOERR },
  )

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))
