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

test('the error distinguishes a held lock from an unwritable lock file', () => {
  const file = newFile()
  const lock = holdLock(file)
  onTestFinished(() => lock.close())

  expect(() => holdLock(file)).toThrow(`in use by another Lathe server (process ${process.pid})`)
})

test.each([
  ['cannot be opened', 'unable to open', (path: string) => mkdirSync(path)],
  ['is no lock', 'not a database', (path: string) => writeFileSync(path, 'x'.repeat(4_096))],
])('the error of a lock file that %s contains the reason', (_, reason, spoil) => {
  const file = newFile()
  spoil(`${file}.lock`)

  expect(() => holdLock(file)).toThrow(reason)
  expect(() => holdLock(file)).toThrow(`Cannot write ${file}.lock`)
  expect(() => holdLock(file)).not.toThrow('in use')
})
