import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '../../../testing/databases.ts'
import { atomic } from '../atomic.ts'
import type { Db } from '../db.ts'
import { openDatabase } from '../open.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { SqliteThreads } from './threads.ts'

const run = promisify(execFile)
const fixture = (name: string) => fileURLToPath(new URL(name, import.meta.url))

let file: string
let db: Db
let remove: () => Promise<void>

beforeEach(async () => {
  const database = await createDatabase('sqlite')
  file = database.config.file ?? ''
  remove = database.remove
  db = await openDatabase({ file })
})

afterEach(async () => {
  await db.close()
  await remove()
})

const insert = (key: string) =>
  db
    .insertInto('settings')
    .values({ workspace_id: DEFAULT_WORKSPACE, key, value: '1', updated_at: 1 })

const count = async (from: Pick<Db, 'selectFrom'> = db) =>
  (await from.selectFrom('settings').select('key').execute()).length

const copies = () => readdirSync(join(file, '..')).filter((name) => name.includes('.before-'))

/** Reads a file without migrating it. */
async function keysIn(path: string): Promise<unknown[]> {
  const threads = new SqliteThreads(path)
  await threads.ready()
  const [result] = await threads.read('point', {
    statements: [{ sql: 'select key from settings', rows: [[]] }],
  })
  await threads.close()
  return result?.rows.flat() ?? []
}

describe('reads and writes', () => {
  test('a read that starts after an acknowledged write sees it', async () => {
    for (let i = 0; i < 200; i++) {
      await insert(String(i)).execute()
      expect(await count()).toBe(i + 1)
    }
    expect(await count(db.analytics)).toBe(200)
  })

  test('a point read does not wait for a heavy one', async () => {
    const order: string[] = []
    const heavy = sql`
      select count(*) from (
        with recursive n(i) as (select 1 union all select i + 1 from n limit 3000000) select i from n
      )`
      .execute(db.analytics)
      .then(() => order.push('heavy'))

    await count().then(() => order.push('point'))

    await heavy
    expect(order).toEqual(['point', 'heavy'])
  })

  test('a write without a transaction waits for an open transaction', async () => {
    const order: string[] = []
    const { promise: written, resolve } = Promise.withResolvers<void>()

    const transaction = db.transaction().execute(async (open) => {
      await open.deleteFrom('settings').execute()
      resolve()
      expect(await count()).toBe(0)
      await open.insertInto('workspaces').values({ id: 'x', name: '', created_at: 1 }).execute()
      order.push('transaction')
    })
    await written
    const write = insert('a')
      .execute()
      .then(() => order.push('write'))

    await Promise.all([transaction, write])
    expect(order).toEqual(['transaction', 'write'])
  })

  test('a transaction sees its own writes, and others see them after the commit', async () => {
    await db.transaction().execute(async (open) => {
      await atomic(open, [insert('a')])
      expect(await count(open)).toBe(1)
      expect(await count()).toBe(0)
    })

    expect(await count()).toBe(1)
  })

  test('a savepoint rolls back a part of a transaction', async () => {
    const open = await db.startTransaction().execute()
    await atomic(open, [insert('kept')])
    const saved = await open.savepoint('here').execute()
    await atomic(saved, [insert('gone')])
    await saved.rollbackToSavepoint('here').execute()
    await open.commit().execute()

    expect(await db.selectFrom('settings').select('key').execute()).toEqual([{ key: 'kept' }])
  })

  test('returns bytes unchanged, also slices of a larger buffer', async () => {
    const value = Buffer.from('a pooled buffer').subarray(2, 8)
    await db
      .insertInto('checkpoint_blobs')
      .values({
        workspace_id: 'w',
        thread_id: 't',
        checkpoint_ns: '',
        channel: 'c',
        version: '1',
        type: 'bytes',
        value,
      })
      .execute()

    const row = await db.selectFrom('checkpoint_blobs').select('value').executeTakeFirstOrThrow()

    expect(Buffer.from(row.value).toString()).toBe('pooled')
  })

  test('an SQL error reports the cause, and the thread continues', async () => {
    await expect(sql`select * from nowhere`.execute(db)).rejects.toThrow('no such table: nowhere')
    await expect(sql`delete from nowhere`.execute(db)).rejects.toThrow('no such table: nowhere')

    expect(await count()).toBe(0)
  })

  test('rest keeps all data, and the next query ends it', async () => {
    await insert('before').execute()
    expect(await count()).toBe(1)

    db.rest()
    await insert('after').execute()

    expect([await count(), await count(db.analytics)]).toEqual([2, 2])
  })

  test('closing waits for pending queries', async () => {
    const writes = Promise.all(Array.from({ length: 50 }, (_, i) => insert(String(i)).execute()))

    await db.close()

    await expect(writes).resolves.toHaveLength(50)
    await expect(insert('late').execute()).rejects.toThrow('The database is closed')
  })
})

describe('database file', () => {
  test('a second server on the database file fails and names the first', async () => {
    await expect(openDatabase({ file })).rejects.toThrow(
      `${file} is in use by another Lathe server (process ${process.pid})`,
    )
    await db.close()

    db = await openDatabase({ file })
    expect(await count()).toBe(0)
  })

  test('the database file is copied before a migration, so a failed migration loses nothing', async () => {
    await insert('precious').execute()
    await sql`delete from migrations where name = '0001-baseline'`.execute(db)
    await db.close()

    const messages: string[] = []
    const opened = openDatabase({ file }, (message) => messages.push(message))
    await expect(opened).rejects.toThrow(/duplicate column|already exists/)

    const [copy = ''] = copies()
    expect(messages).toEqual([
      expect.stringMatching(
        /^Copying the database \(.* MB\) to .*\.before-\d+ before the upgrade$/,
      ),
      expect.stringMatching(/^Copied the database in [\d.]+ s$/),
    ])
    expect(statSync(join(file, '..', copy)).mode & 0o077).toBe(0)
    expect(await keysIn(join(file, '..', copy))).toEqual(['precious'])
    expect(await keysIn(file)).toEqual(['precious'])
  })

  test('the database file is not copied without pending migrations', async () => {
    await db.close()
    db = await openDatabase({ file })

    expect(copies()).toEqual([])
  })

  test('contains every acknowledged write after kill -9', async () => {
    const other = join(file, '..', 'killed.db')
    const child = spawn(process.execPath, [fixture('./acknowledged.fixture.ts'), other], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let acknowledged = 0
    for await (const line of createInterface(child.stdout)) {
      acknowledged = Number(line) + 1
      if (acknowledged === 300) child.kill('SIGKILL')
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')

    const survivor = await openDatabase({ file: other })

    expect(acknowledged).toBeGreaterThanOrEqual(300)
    expect(await count(survivor)).toBeGreaterThanOrEqual(acknowledged)
    await survivor.close()
  })

  test('the database file is readable only by its owner', async () => {
    await insert('a').execute()
    await db.texts.settled()
    const folder = join(file, '..')
    const others = readdirSync(folder).filter((name) =>
      /^[^.]+(\.search)?\.db(-wal|-shm)?$/.test(name),
    )

    expect(others.filter((name) => name.includes('search')).length).toBeGreaterThan(1)
    expect(others.map((name) => statSync(join(folder, name)).mode & 0o077)).toEqual(
      others.map(() => 0),
    )
  })

  test('the database file is named in the error if it is damaged', async () => {
    const other = join(file, '..', 'damaged.db')
    writeFileSync(other, 'no database'.repeat(1_000))

    await expect(openDatabase({ file: other })).rejects.toThrow(
      `${other} is damaged: file is not a database`,
    )
  })

  test('the database file is never opened by the main thread', async () => {
    const other = join(file, '..', 'main.db')

    const { stdout } = await run(process.execPath, [fixture('./loaded-modules.fixture.ts'), other])

    const loaded: string[] = JSON.parse(stdout)
    expect(loaded.length).toBeGreaterThan(50)
    expect(loaded.filter((name) => /sqlite/i.test(name))).toEqual([])
  })
})
