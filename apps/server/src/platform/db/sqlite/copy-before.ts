import { rmSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeDatabasePrivate } from '../../config/private-files.ts'
import type { SqliteThreads } from './threads.ts'

/** Reports the progress of a long start. */
export type Report = (message: string) => void

type Copy = { file: string; target: string; report: Report }

const PROGRESS_MS = 5_000
/** Free disk that an upgrade needs, as a multiple of the file: a migration writes before it frees pages. */
const SPACE_FACTOR = 1.2

/**
 * Copies the database before an upgrade and reports the progress: a large database takes minutes. Replaces an older copy.
 * Throws if the disk has too little room.
 */
export async function copyBefore(threads: SqliteThreads, { file, target, report }: Copy) {
  const bytes = await threads.size()
  const freeSpace = await freeBytes(file)
  if (freeSpace === undefined)
    report('The free disk space is unknown. Trying to copy the database.')
  const problem =
    freeSpace && findRoomProblem({ file, bytes, freeSpace: freeSpace + fileSize(target) })
  if (problem) throw new Error(problem)
  report(`Copying the database (${formatBytes(bytes)}) to ${target} before the upgrade`)
  rmSync(target, { force: true })
  makeDatabasePrivate(target, report)
  const startedAt = performance.now()
  const progress = setInterval(
    () => report(`Copied ${formatBytes(fileSize(target))} of ${formatBytes(bytes)}`),
    PROGRESS_MS,
  )
  try {
    await threads.copyTo(target)
  } finally {
    clearInterval(progress)
  }
  report(`Copied the database in ${formatSeconds(startedAt)}`)
}

/** Returns what to do if the disk has too little room for a copy of `bytes`. */
export function findRoomProblem({
  file,
  bytes,
  freeSpace,
}: {
  file: string
  bytes: number
  freeSpace: number
}) {
  const neededSpace = bytes * SPACE_FACTOR
  if (freeSpace >= neededSpace) return undefined
  return (
    `The upgrade copies ${file} first and needs ${formatBytes(neededSpace)} of disk space, but ` +
    `${formatBytes(freeSpace)} are free. Free disk space (delete older copies, ${file}.before-*), or move ` +
    'the folder to a larger disk and set LATHE_HOME.'
  )
}

/** Returns undefined if the file system reports nothing or zero, as some network and container folders do. */
async function freeBytes(file: string): Promise<number | undefined> {
  const disk = await statfs(dirname(file)).catch(() => undefined)
  return disk && disk.bavail > 0 ? disk.bavail * disk.bsize : undefined
}

const fileSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

export const formatSeconds = (startTime: number): string =>
  `${((performance.now() - startTime) / 1_000).toFixed(1)} s`

const formatBytes = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
