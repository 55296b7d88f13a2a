import { pino } from 'pino'
import { expect, test } from 'vitest'
import { toDeclared } from '../http/errors.ts'
import { SqliteError, toSqliteError } from './sqlite/sqlite-error.ts'
import { isStoreUnavailable, toUnavailable } from './store-errors.ts'

const log = pino({ enabled: false })
const coded = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

test.each([
  ['a full disk', new SqliteError('database or disk is full', 13)],
  ['a disk that fails while a page is written', new SqliteError('disk I/O error', 778)],
  ['a locked file', new SqliteError('database is locked', 5)],
  ['a full disk of Postgres', toUnavailable(coded('53100'))],
  ['a Postgres that refuses connections', toUnavailable(coded('ECONNREFUSED', ''))],
  ['a Postgres that shuts down', toUnavailable(coded('57P01'))],
  ['a Postgres that starts', toUnavailable(coded('57P03'))],
  [
    'a lost connection',
    toUnavailable(new Error('Client has encountered a connection error and is not queryable')),
  ],
])('%s results in 503 and a time to retry', (_, error) => {
  expect(toDeclared(error, log, 'request')).toMatchObject({
    status: 503,
    code: 'STORE_UNAVAILABLE',
    data: { retryAfterMs: 5_000 },
  })
})

test('a wrong statement is not a reason to retry', () => {
  expect(isStoreUnavailable(new SqliteError('no such table: spans', 1))).toBe(false)
  expect(isStoreUnavailable(toUnavailable(coded('42P01')))).toBe(false)
})

test('a network error outside the database is not a reason to retry', () => {
  expect(isStoreUnavailable(coded('ECONNREFUSED'))).toBe(false)
})

test('the error of a damaged file keeps its path to the log', () => {
  const error = toSqliteError('/tmp/lathe.db', 'database disk image is malformed', 267)

  const declared = toDeclared(error, log, 'request')

  expect(error.message).toContain('/tmp/lathe.db is damaged')
  expect(declared).toMatchObject({ status: 500, code: 'STORE_DAMAGED' })
  expect(JSON.stringify(declared)).not.toContain('/tmp')
})
