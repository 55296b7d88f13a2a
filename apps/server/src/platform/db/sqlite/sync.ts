import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { SQLITE_IOERR } from './result-codes.ts'

const SYNC_DELAY_MS = 500

export type Syncer = ReturnType<typeof syncer>

/**
 * Syncs the WAL after commits. With `synchronous = normal` a commit survives the process but not a
 * power cut. `full` syncs every commit; this syncs only those that need it. After a failed sync all
 * further writes are rejected, because a later sync does not repair it. `onFailure` is called once.
 */
export function syncer(walFile: string, onFailure: (error: Error) => void) {
  // Open it now: under load there may be no free descriptor later, which is not a disk failure.
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
  const discard = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const syncAsync = () => {
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
    /** Call before writing. Throws if writes are rejected. */
    check() {
      if (failure) throw failure
    },
    now() {
      discard()
      try {
        fdatasyncSync(descriptor)
      } catch (error) {
        throw fail(toError(error))
      }
    },
    /** Syncs in the background, so that commits without a sync are lost for at most this time. */
    soon() {
      timer ??= setTimeout(syncAsync, SYNC_DELAY_MS)
    },
    close() {
      discard()
      isClosed = true
      if (!isSyncing) closeSync(descriptor)
    },
  }
}

const failed = (cause: Error): Error =>
  Object.assign(
    new Error(`Writes are disabled until the next start: ${cause.message}`, { cause }),
    { errcode: SQLITE_IOERR },
  )

const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))
