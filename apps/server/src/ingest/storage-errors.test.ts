import { ORPCError } from '@orpc/server'
import { expect, test } from 'vitest'
import { SqliteError } from '../db/sqlite/thread.ts'
import { toStorageRefusal } from './storage-errors.ts'

test.each([
  ['a full disk', new SqliteError('database or disk is full', 13)],
  ['a disk that fails while a page is written', new SqliteError('disk I/O error', 778)],
  ['a locked database', new SqliteError('database is locked', 5)],
  ['a full disk of Postgres', Object.assign(new Error('no space left'), { code: '53100' })],
  ['a Postgres that is not there', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
])('%s is told as 503 that says when to come back', (_, error) => {
  const refused = toStorageRefusal(error)
  expect(refused).toBeInstanceOf(ORPCError)
  expect(refused).toMatchObject({ status: 503, data: { retryAfterMs: 5_000 } })
})

test('a fault of ours stays one', () => {
  const error = new SqliteError('no such table: spans', 1)
  expect(toStorageRefusal(error)).toBe(error)
})
