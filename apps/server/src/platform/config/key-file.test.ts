import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOrCreateKey } from './key-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lathe-key-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('creates a key file readable only by its owner and reuses it', async () => {
  const file = join(folder, 'new', 'token')

  const made = await readOrCreateKey(file)

  expect(made.length).toBeGreaterThanOrEqual(43)
  expect(await readOrCreateKey(file)).toBe(made)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('makes a key file that others can read private', async () => {
  const file = join(folder, 'token')
  await writeFile(file, 'k'.repeat(40), { mode: 0o644 })

  expect(await readOrCreateKey(file)).toBe('k'.repeat(40))
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('rejects a damaged file instead of using a short key', async () => {
  const file = join(folder, 'token')
  await writeFile(file, 'short')

  await expect(readOrCreateKey(file)).rejects.toThrow(/is damaged. Restore it from a backup/)
  expect(await readFile(file, 'utf8')).toBe('short')
})
