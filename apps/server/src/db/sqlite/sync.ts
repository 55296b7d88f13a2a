import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'

const SOON_MS = 500

/**
 * With `synchronous = normal` a commit survives the process but not a power cut. Syncing the log
 * after the commit is what `full` would do, at the price of only those commits that ask for it.
 */
export function syncer(walFile: string) {
  let descriptor: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSyncing = false
  let isClosed = false
  let failure: Error | null = null
  /** What a failed sync left out a later one does not make up for: from then on no commit is promised. */
  const fail = (error: Error) => {
    if (!failure)
      console.error(new Error('No more writes are taken until the next start', { cause: error }))
    failure ??= error
  }
  const log = () => (descriptor ??= openSync(walFile, 'r+'))
  const letGo = () => {
    if (descriptor !== undefined) closeSync(descriptor)
    descriptor = undefined
  }
  const forget = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const syncAside = () => {
    timer = undefined
    isSyncing = true
    syncApart(log, (error) => {
      isSyncing = false
      if (error) fail(error)
      if (isClosed) letGo()
    })
  }
  return {
    fail,
    now() {
      if (failure) throw failure
      forget()
      const opened = log()
      try {
        fdatasyncSync(opened)
      } catch (error) {
        fail(asError(error))
        throw error
      }
    },
    /** Nobody waits for it: what needs no sync of its own is not lost for longer than this. */
    soon() {
      if (failure) throw failure
      timer ??= setTimeout(syncAside, SOON_MS)
    },
    close() {
      forget()
      isClosed = true
      if (!isSyncing) letGo()
    },
  }
}

/** Whether it cannot be opened or cannot be synced, `then` learns of it: nobody hears what is thrown here. */
export function syncApart(open: () => number, then: (error: Error | null) => void): void {
  try {
    fdatasync(open(), then)
  } catch (error) {
    then(asError(error))
  }
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))
