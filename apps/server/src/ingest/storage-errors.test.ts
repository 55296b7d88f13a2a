import { ORPCError } from '@orpc/server'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { SqliteError } from '../db/sqlite/thread.ts'
import { toDeclared } from '../http/errors.ts'
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

test('at every other door too what the embedded store cannot take is 503', () => {
  const log = pino({ enabled: false })
  const refused = toDeclared(new SqliteError('disk I/O error', 10), log, 'request')
  expect(refused).toMatchObject({ status: 503, data: { retryAfterMs: 5_000 } })
})

test('a fault of ours stays one', () => {
  const error = new SqliteError('no such table: spans', 1)
  expect(toStorageRefusal(error)).toBe(error)
})
