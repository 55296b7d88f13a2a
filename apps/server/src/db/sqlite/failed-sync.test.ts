import fs from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Reply } from './protocol.ts'
import { Writer } from './writer.ts'

const MEGABYTE = 1_000_000

test('when what was copied may not be on the disk, no write is promised, and the log stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lathe-failed-sync-'))
  const file = join(folder, 'test.db')
  const replies: Reply[] = []
  const writer = new Writer(file, (more) => replies.push(...more))
  const write = (sql: string) =>
    writer.accept([
      { type: 'run', id: 1, transaction: null, durable: false, statements: [{ sql, rows: [[]] }] },
    ])
  const { fdatasync } = fs
  onTestFinished(async () => {
    Object.assign(fs, { fdatasync })
    syncBuiltinESMExports()
    writer.accept([{ type: 'close', id: 2 }])
    await rm(folder, { recursive: true, force: true })
  })
  // A device that fails: the log itself is still synced.
  const fails = (descriptor: number, then: (error: Error | null) => void) =>
    fs.fstatSync(descriptor).ino === fs.statSync(file).ino
      ? setImmediate(then, new Error('EIO: i/o error, fdatasync'))
      : fdatasync(descriptor, then)
  Object.assign(fs, { fdatasync: fails })
  syncBuiltinESMExports()

  write('create table blobs (body blob)')
  const lastReply = () => {
    write('insert into blobs values (zeroblob(1))')
    return replies.at(-1)
  }
  expect(lastReply()).toHaveProperty('results')
  write(`insert into blobs values (zeroblob(${40 * MEGABYTE}))`)

  await expect.poll(lastReply).toMatchObject({ error: { message: 'EIO: i/o error, fdatasync' } })
  writer.accept([{ type: 'rest', id: 3 }])
  expect((await stat(`${file}-wal`)).size).toBeGreaterThan(40 * MEGABYTE)
})
