import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makePrivate } from './private-files.ts'

/** Reads the key from a file, or creates one that only its owner can read. */
export async function readOrCreateKey(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const key = randomBytes(32).toString('base64url')
  try {
    await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx' })
    return key
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  makePrivate(file)
  const storedKey = (await readFile(file, 'utf8')).trim()
  if (storedKey.length < 32) {
    throw new Error(
      `${file} is damaged. Restore it from a backup, or delete it to create a new key. Secrets encrypted with the old key then cannot be read`,
    )
  }
  return storedKey
}
