import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { holdLock } from './lock.ts'

const newFile = () => {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'lathe.db')
}

test('a lock that is held is told from one that cannot be written', () => {
  const file = newFile()
  const lock = holdLock(file)
  onTestFinished(() => lock.close())

  expect(() => holdLock(file)).toThrow(`in use by another Lathe server (process ${process.pid})`)
})

test.each([
  ['cannot be opened', 'unable to open', (path: string) => mkdirSync(path)],
  ['is no lock', 'not a database', (path: string) => writeFileSync(path, 'x'.repeat(4_096))],
])('a lock file that %s is named with the reason', (_, reason, spoil) => {
  const file = newFile()
  spoil(`${file}.lock`)

  expect(() => holdLock(file)).toThrow(reason)
  expect(() => holdLock(file)).toThrow(`${file}.lock could not be written`)
  expect(() => holdLock(file)).not.toThrow('in use')
})
