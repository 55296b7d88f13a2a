import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../testing/databases.ts'
import { openDatabase } from '../open.ts'
import { findRoomProblem } from './copy-before.ts'

const GIGABYTE = 1e9

test('reports the needed and the free space if the disk is too small', () => {
  const problem = findRoomProblem({
    file: '/home/lathe.db',
    bytes: 5 * GIGABYTE,
    freeSpace: 5.5 * GIGABYTE,
  })

  expect(problem).toContain('needs 6.0 GB')
  expect(problem).toContain('5.5 GB are free')
  expect(problem).toContain('LATHE_HOME')
})

test('accepts a disk with enough room', () => {
  expect(
    findRoomProblem({ file: 'lathe.db', bytes: 5 * GIGABYTE, freeSpace: 6 * GIGABYTE }),
  ).toBeUndefined()
})

const noAnswer = async () => {
  throw new Error('ENOSYS: function not implemented, statfs')
}
const nothing = async () => ({ bavail: 0, bsize: 4_096 })

test.each([
  ['does not report', noAnswer],
  ['reports zero as', nothing],
])('copies the file on a disk that %s its free space', async (_, statfs) => {
  const { config, remove } = await createDatabase('sqlite')
  const first = await openDatabase(config)
  await sql`delete from migrations where name = '0097-demo-connection'`.execute(first)
  await first.close()
  const original = fs.promises.statfs
  const replace = (by: unknown) => {
    Object.assign(fs.promises, { statfs: by })
    syncBuiltinESMExports()
  }
  onTestFinished(async () => {
    replace(original)
    await remove()
  })
  replace(statfs)

  const messages: string[] = []
  const db = await openDatabase(config, (message) => messages.push(message))
  await db.close()

  expect(messages).toEqual([
    'The free disk space is unknown. Trying to copy the database.',
    expect.stringContaining('Copying the database'),
    expect.stringContaining('Copied the database in'),
    expect.stringContaining('Upgraded the database in'),
  ])
})
