import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { hasIndexVersion, INDEX_VERSION } from './index-version.ts'

test('a file tells by what rule it was filled', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-words-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'words.db')
  const filledBy = (version: number) => {
    const words = new DatabaseSync(file)
    words.exec(`pragma user_version = ${version}`)
    words.close()
    return hasIndexVersion(file)
  }

  expect(hasIndexVersion(file)).toBe(false)
  expect(filledBy(INDEX_VERSION - 1)).toBe(false)
  expect(filledBy(INDEX_VERSION)).toBe(true)
})
