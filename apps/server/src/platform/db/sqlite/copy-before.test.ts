import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../testing/databases.ts'
import { openDatabase } from '../open.ts'
import { roomProblem } from './copy-before.ts'

const GIGABYTE = 1e9

test('a disk without room for the copy is told with what is needed and what is left', () => {
  const problem = roomProblem({ file: '/home/lathe.db', bytes: 5 * GIGABYTE, free: 5.5 * GIGABYTE })

  expect(problem).toContain('takes 6.0 GB')
  expect(problem).toContain('5.5 GB left')
  expect(problem).toContain('LATHE_HOME')
})

test('a disk with room for it is no problem', () => {
  expect(roomProblem({ file: 'lathe.db', bytes: 5 * GIGABYTE, free: 6 * GIGABYTE })).toBeUndefined()
})

const noAnswer = async () => {
  throw new Error('ENOSYS: function not implemented, statfs')
}
const nothing = async () => ({ bavail: 0, bsize: 4_096 })

test.each([
  ['does not say', noAnswer],
  ['says nothing of', nothing],
])('a disk that %s how much room it has is tried', async (_, statfs) => {
  const { config, remove } = await createDatabase('sqlite')
  const first = await openDatabase(config)
  await sql`delete from migrations where name = '0097-demo-connection'`.execute(first)
  await first.close()
  const known = fs.promises.statfs
  const replace = (by: unknown) => {
    Object.assign(fs.promises, { statfs: by })
    syncBuiltinESMExports()
  }
  onTestFinished(async () => {
    replace(known)
    await remove()
  })
  replace(statfs)

  const told: string[] = []
  const db = await openDatabase(config, (message) => told.push(message))
  await db.close()

  expect(told).toEqual([
    'How much room the disk has is not known: the copy is tried',
    expect.stringContaining('is copied to'),
    expect.stringContaining('is copied, in'),
    expect.stringContaining('is of this version now'),
  ])
})
