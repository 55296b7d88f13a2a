import { closeSync, fdatasyncSync, openSync } from 'node:fs'

/**
 * With `synchronous = normal` a commit survives the process but not a power cut. Syncing the log
 * after the commit is what `full` would do, at the price of only those commits that ask for it.
 */
export function syncer(walFile: string) {
  let descriptor: number | undefined
  return {
    now() {
      descriptor ??= openSync(walFile, 'r+')
      fdatasyncSync(descriptor)
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}
