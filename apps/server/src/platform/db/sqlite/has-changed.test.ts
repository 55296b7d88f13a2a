import { expect, test } from 'vitest'
import { hasChanged } from './has-changed.ts'

const replyOf = (...changes: number[]) => ({
  id: 1,
  results: changes.map((count) => ({ columns: [], rows: [], changes: count })),
})

const update = { sql: 'update "runs" set "lease_until" = ? where "status" = ? returning "id"' }

test.each([
  ['a claim that found nothing', [update], replyOf(0), false],
  ['a claim', [update], replyOf(1), true],
  ['nothing, then a row', [update, { sql: 'insert into runs' }], replyOf(0, 1), true],
  ['a table, of which no rows are counted', [{ sql: ' create table a (b)' }], replyOf(0), true],
  ['what failed', [update], { id: 1, error: { message: 'busy', code: 5 } }, false],
])('%s', (_, statements, reply, expected) => {
  expect(hasChanged(statements, reply)).toBe(expected)
})
