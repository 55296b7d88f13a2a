import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Reply } from '../../sqlite/protocol.ts'
import { Writer } from '../../sqlite/writer.ts'

const MEGABYTE = 1_000_000
const MAX_WRITES = 500

const sizeOf = async (file: string) => (await stat(file)).size

test('the WAL is checkpointed and reset during writes, and truncated at rest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lathe-checkpoints-'))
  const file = join(folder, 'test.db')
  const failures: Reply[] = []
  const writer = new Writer(file, (replies) =>
    failures.push(...replies.filter((reply) => 'error' in reply)),
  )
  const write = (sql: string) =>
    writer.accept([
      { type: 'run', id: 1, transaction: null, durable: false, statements: [{ sql, rows: [[]] }] },
    ])
  write('create table blobs (body blob)')
  const reader = new DatabaseSync(file, { readOnly: true })
  onTestFinished(async () => {
    reader.close()
    writer.accept([{ type: 'close', id: 2 }])
    await rm(folder, { recursive: true, force: true })
  })
  const pagesInLog = () =>
    Number(Object.values(reader.prepare('pragma wal_checkpoint(noop)').get() ?? {})[1])

  let before = 0
  let written = 0
  while (pagesInLog() >= before && written < MAX_WRITES) {
    before = pagesInLog()
    write(`insert into blobs values (randomblob(${MEGABYTE}))`)
    written++
    await turn()
  }

  expect(failures).toEqual([])
  expect(written).toBeLessThan(MAX_WRITES)
  expect(await sizeOf(file)).toBeGreaterThan(16 * MEGABYTE)
  expect(reader.prepare('select count(*) as n from blobs').get()).toEqual({ n: written })

  write(`insert into blobs values (zeroblob(${40 * MEGABYTE}))`)
  expect(await sizeOf(`${file}-wal`)).toBeGreaterThan(40 * MEGABYTE)
  const idleSize = () => {
    writer.accept([{ type: 'rest', id: 1 }])
    return sizeOf(`${file}-wal`)
  }
  await expect.poll(idleSize, { interval: 100 }).toBe(0)
})
