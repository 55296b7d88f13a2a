import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 6 * 1024 ** 3

/**
 * Creates the folder for all files that tests write, in memory if there is enough: tests make
 * thousands of small durable writes, which are slow on a disk. The effect of `kill -9` is the same
 * on both.
 */
export function scratchFolder() {
  const path = mkdtempSync(join(isMemoryFit() ? MEMORY : tmpdir(), 'lathe-tests-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Programs are also run from there. */
function isMemoryFit() {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const options = mounts.map((line) => line.split(' ')).find(([, at]) => at === MEMORY)?.[3]
    const { bavail, bsize } = statfsSync(MEMORY)
    const isRunnable = options !== undefined && !options.split(',').includes('noexec')
    return isRunnable && Math.min(bavail * bsize, freemem()) > ENOUGH_BYTES
  } catch {
    return false
  }
}
