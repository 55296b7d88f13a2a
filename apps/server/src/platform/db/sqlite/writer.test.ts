import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Reply, WriterRequest } from './protocol.ts'
import { hasChanged, Writer } from './writer.ts'

let folder: string
let writer: Writer
let replies: Reply[][]
let resolveReply: (() => void) | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lathe-writer-'))
  replies = []
  const reply = (group: Reply[]) => {
    replies.push(group)
    resolveReply?.()
  }
  writer = new Writer(join(folder, 'test.db'), reply, 20)
  writer.accept([statement(0, 'create table numbers (n integer unique)')])
  replies = []
})

afterEach(async () => {
  writer.accept([{ type: 'close', id: 99 }])
  await rm(folder, { recursive: true })
})

const statement = (
  id: number,
  sql: string,
  transaction: number | null = null,
): Extract<WriterRequest, { type: 'run' }> => ({
  type: 'run',
  id,
  transaction,
  durable: false,
  statements: [{ sql, rows: [[]] }],
})

const insert = (id: number, n: number, transaction: number | null = null) =>
  statement(id, `insert into numbers values (${n})`, transaction)

const outcomes = () =>
  replies.map((group) => group.map((reply) => ('error' in reply ? -reply.id : reply.id)))

describe('writer', () => {
  test('commits waiting requests in one group', () => {
    writer.accept([insert(1, 1), insert(2, 2), insert(3, 3)])

    expect(outcomes()).toEqual([[1, 2, 3]])
  })

  test('a failed statement does not affect the others', () => {
    writer.accept([insert(1, 1), insert(2, 1), insert(3, 3)])

    expect(outcomes()).toEqual([[1, -2, 3]])
  })

  test('rolls back a whole request if one statement fails, and no other request', () => {
    const { statements: first } = insert(2, 2)
    const { statements } = insert(2, 1)
    writer.accept([
      insert(1, 1),
      { ...insert(2, 2), statements: [...first, ...statements] },
      insert(3, 3),
    ])

    writer.accept([insert(4, 2), insert(5, 3)])

    expect(outcomes()).toEqual([
      [1, -2, 3],
      [4, -5],
    ])
  })

  test('keeps the order of requests around a transaction without interleaving them', () => {
    writer.accept([
      insert(1, 1),
      { type: 'begin', id: 2, transaction: 7 },
      insert(3, 3),
      insert(4, 4, 7),
    ])
    expect(outcomes()).toEqual([[1], [2], [4]])

    writer.accept([{ type: 'commit', id: 5, transaction: 7 }, insert(6, 6)])

    expect(outcomes().slice(3)).toEqual([[5], [3, 6]])
  })

  test('discards the writes of a rolled-back transaction', () => {
    writer.accept([
      { type: 'begin', id: 1, transaction: 7 },
      insert(2, 1, 7),
      { type: 'rollback', id: 3, transaction: 7 },
      insert(4, 1),
    ])

    expect(outcomes()).toEqual([[1], [2], [3], [4]])
  })

  test('rolls back an idle transaction while others wait', async () => {
    writer.accept([{ type: 'begin', id: 1, transaction: 7 }, insert(2, 1, 7), insert(3, 1)])
    const { promise, resolve } = Promise.withResolvers<void>()
    resolveReply = resolve

    await promise
    writer.accept([insert(4, 9, 7)])

    expect(outcomes()).toEqual([[1], [2], [3], [-4]])
  })

  test('rolls back an idle transaction although more requests keep arriving', async () => {
    writer.accept([{ type: 'begin', id: 1, transaction: 7 }])
    const { promise, resolve } = Promise.withResolvers<void>()
    resolveReply = resolve
    let id = 1
    const writeTimer = setInterval(() => writer.accept([insert(++id, id)]), 2)

    await promise.finally(() => clearInterval(writeTimer))

    expect(replies.at(-1)?.every((reply) => 'results' in reply)).toBe(true)
    expect(id).toBeGreaterThan(2)
  })

  test('keeps an idle transaction open if no request waits', async () => {
    writer.accept([{ type: 'begin', id: 1, transaction: 7 }, insert(2, 1, 7)])
    await new Promise((resolve) => setTimeout(resolve, 60))

    writer.accept([{ type: 'commit', id: 3, transaction: 7 }])

    expect(outcomes()).toEqual([[1], [2], [3]])
  })
})

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
