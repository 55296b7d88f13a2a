import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { hasIndexVersion, INDEX_VERSION } from './index-version.ts'

test('hasIndexVersion compares the version in the header of the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-words-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'words.db')
  const hasVersion = (version: number) => {
    const words = new DatabaseSync(file)
    words.exec(`pragma user_version = ${version}`)
    words.close()
    return hasIndexVersion(file)
  }

  expect(hasIndexVersion(file)).toBe(false)
  expect(hasVersion(INDEX_VERSION - 1)).toBe(false)
  expect(hasVersion(INDEX_VERSION)).toBe(true)
})
