import { rmSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { closeDatabaseToOthers } from '../../config/close-to-others.ts'
import type { SqliteThreads } from './threads.ts'

/** Somebody waits for the server to start. */
export type Tell = (message: string) => void

type Copy = { file: string; target: string; tell: Tell }

const PROGRESS_MS = 5_000
/** Of the copy: a change writes too, before it frees anything. */
const ROOM = 1.2

/**
 * Copies the database before it is changed, whole and consistent, and says how it goes on: a large one takes minutes.
 * Throws when the disk has no room for it; replaces what is there.
 */
export async function copyBefore(threads: SqliteThreads, { file, target, tell }: Copy) {
  const bytes = await threads.size()
  const free = await freeBytes(file)
  if (free === undefined) tell('How much room the disk has is not known: the copy is tried')
  const problem = free && roomProblem({ file, bytes, free: free + sizeOf(target) })
  if (problem) throw new Error(problem)
  tell(`The database is copied to ${target} before it is changed: ${inUnits(bytes)}`)
  rmSync(target, { force: true })
  closeDatabaseToOthers(target, tell)
  const began = performance.now()
  const progress = setInterval(
    () => tell(`${inUnits(sizeOf(target))} of ${inUnits(bytes)} copied`),
    PROGRESS_MS,
  )
  try {
    await threads.copyTo(target)
  } finally {
    clearInterval(progress)
  }
  tell(`The database is copied, in ${seconds(began)}`)
}

/** What to do where the disk has no room for a copy of so many bytes. */
export function roomProblem({ file, bytes, free }: { file: string; bytes: number; free: number }) {
  const needed = bytes * ROOM
  if (free >= needed) return undefined
  return (
    `${file} must be copied before it is changed to this version: that takes ${inUnits(needed)} of ` +
    `its disk, which has ${inUnits(free)} left. Free some of it (older copies, ` +
    `${file}.before-*, may go), or move the folder to a larger disk and set LATHE_HOME.`
  )
}

/** Undefined where it is not known: folders of a network or of a container may say nothing, or zero. */
async function freeBytes(file: string): Promise<number | undefined> {
  const disk = await statfs(dirname(file)).catch(() => undefined)
  return disk && disk.bavail > 0 ? disk.bavail * disk.bsize : undefined
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

export const seconds = (since: number): string =>
  `${((performance.now() - since) / 1_000).toFixed(1)} s`

const inUnits = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
