import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { closeToOthers } from './close-to-others.ts'

/** The key kept in a file only its owner can read; made when there is none. */
export async function readOrMakeKey(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const key = randomBytes(32).toString('base64url')
  try {
    await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx' })
    return key
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  closeToOthers(file)
  const kept = (await readFile(file, 'utf8')).trim()
  if (kept.length < 32) {
    throw new Error(
      `${file} is damaged: put a copy of it back, or delete it for a new key, to which what the old one opened stays closed`,
    )
  }
  return kept
}
