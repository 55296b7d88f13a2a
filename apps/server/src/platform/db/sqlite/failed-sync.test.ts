import fs from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Reply, BROADCAST_ID, type WriterRequest } from './protocol.ts'
import { Writer } from './writer.ts'

const MEGABYTE = 1_000_000

const error = { message: expect.stringContaining('EIO: i/o error'), code: 10 }

type Device = Pick<typeof fs, 'fdatasync' | 'fdatasyncSync'>

async function openOn(failing: (file: string) => Partial<Device>) {
  const folder = await mkdtemp(join(tmpdir(), 'lathe-failed-sync-'))
  const file = join(folder, 'test.db')
  const replies: Reply[] = []
  const writer = new Writer(file, (newReplies) => replies.push(...newReplies))
  const { fdatasync, fdatasyncSync } = fs
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(async () => {
    Object.assign(fs, { fdatasync, fdatasyncSync })
    syncBuiltinESMExports()
    writer.accept([{ type: 'close', id: 2 }])
    logged.mockRestore()
    await rm(folder, { recursive: true, force: true })
  })
  const send = (...requests: WriterRequest[]) => {
    writer.accept(requests)
    return replies.at(-1)
  }
  const write = (sql: string, { transaction = null as number | null, durable = false } = {}) =>
    send({ type: 'run', id: 1, transaction, durable, statements: [{ sql, rows: [[]] }] })
  write('create table blobs (body blob)')
  const fail = () => {
    Object.assign(fs, failing(file))
    syncBuiltinESMExports()
  }
  return { file, replies, logged, ask: send, write, fail }
}

/** Only syncs of the database file fail, not those of the WAL. */
const fileFails = (file: string): Partial<Device> => {
  const { fdatasync } = fs
  const isOfFile = (descriptor: number) => fs.fstatSync(descriptor).ino === fs.statSync(file).ino
  const failing = (descriptor: number, then: (error: Error | null) => void) =>
    isOfFile(descriptor)
      ? setImmediate(then, new Error('EIO: i/o error'))
      : fdatasync(descriptor, then)
  return { fdatasync: Object.assign(failing, { __promisify__: fdatasync.__promisify__ }) }
}

const logFails = (): Partial<Device> => ({
  fdatasyncSync: () => {
    throw new Error('EIO: i/o error')
  },
})

test('rejects writes and keeps the WAL if the database file cannot be synced', async () => {
  const { file, logged, ask: send, write, fail } = await openOn(fileFails)
  fail()
  const lastReply = () => write('insert into blobs values (zeroblob(1))')
  expect(lastReply()).toHaveProperty('results')
  write(`insert into blobs values (zeroblob(${40 * MEGABYTE}))`)

  await expect.poll(lastReply).toMatchObject({ error })
  send({ type: 'rest', id: 3 }, { type: 'shrink', id: 4 })
  expect((await stat(`${file}-wal`)).size).toBeGreaterThan(40 * MEGABYTE)
  expect(logged).toHaveBeenCalledOnce()
})

test('does not store rejected writes if the WAL cannot be synced', async () => {
  const { file, replies, ask: send, write, fail } = await openOn(logFails)
  const beginTransaction = (transaction: number) => send({ type: 'begin', id: 5, transaction })
  beginTransaction(1)
  write(`insert into blobs values ('open')`, { transaction: 1 })
  send({ type: 'commit', id: 6, transaction: 1 })
  fail()
  expect(write(`insert into blobs values ('first')`, { durable: true })).toMatchObject({ error })
  expect(replies).toContainEqual({ id: BROADCAST_ID, error })

  expect(write(`insert into blobs values ('late')`)).toMatchObject({ error })
  expect(beginTransaction(2)).toMatchObject({ error })
  expect(send({ type: 'shrink', id: 7 })).toMatchObject({ error })
  const stored = new DatabaseSync(file, { readOnly: true })
  const rows = stored.prepare('select body from blobs').all()
  stored.close()
  // The first write may or may not be on the disk.
  expect(rows.map(({ body }) => body)).toEqual(['open', 'first'])
})
