import fs from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Reply } from './protocol.ts'
import { Writer } from './writer.ts'

const MEGABYTE = 1_000_000

/** Ways in which a device fails: the log itself is still synced. */
const failures = {
  'cannot be synced': (file: string) => {
    const { fdatasync } = fs
    const isOfFile = (descriptor: number) => fs.fstatSync(descriptor).ino === fs.statSync(file).ino
    return {
      fdatasync: (descriptor: number, then: (error: Error | null) => void) =>
        isOfFile(descriptor)
          ? setImmediate(then, new Error('EIO: i/o error'))
          : fdatasync(descriptor, then),
    }
  },
  'cannot be opened': (file: string) => {
    const { openSync } = fs
    return {
      openSync: (path: string, flags: string) => {
        if (path === file) throw new Error('EIO: i/o error')
        return openSync(path, flags)
      },
    }
  },
}

test.each(Object.entries(failures))(
  'when the file %s, no write is promised, and the log stays',
  async (_, failing) => {
    const folder = await mkdtemp(join(tmpdir(), 'lathe-failed-sync-'))
    const file = join(folder, 'test.db')
    const replies: Reply[] = []
    const writer = new Writer(file, (more) => replies.push(...more))
    const write = (sql: string) =>
      writer.accept([
        {
          type: 'run',
          id: 1,
          transaction: null,
          durable: false,
          statements: [{ sql, rows: [[]] }],
        },
      ])
    const { fdatasync, openSync } = fs
    onTestFinished(async () => {
      Object.assign(fs, { fdatasync, openSync })
      syncBuiltinESMExports()
      writer.accept([{ type: 'close', id: 2 }])
      await rm(folder, { recursive: true, force: true })
    })
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    Object.assign(fs, failing(file))
    syncBuiltinESMExports()

    write('create table blobs (body blob)')
    const lastReply = () => {
      write('insert into blobs values (zeroblob(1))')
      return replies.at(-1)
    }
    expect(lastReply()).toHaveProperty('results')
    write(`insert into blobs values (zeroblob(${40 * MEGABYTE}))`)

    await expect.poll(lastReply).toMatchObject({ error: { message: 'EIO: i/o error' } })
    writer.accept([
      { type: 'rest', id: 3 },
      { type: 'shrink', id: 4 },
    ])
    expect((await stat(`${file}-wal`)).size).toBeGreaterThan(40 * MEGABYTE)
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
  },
)
