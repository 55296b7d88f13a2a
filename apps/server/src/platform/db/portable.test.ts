import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase, describeDatabases, engines } from '../../testing/databases.ts'
import { queueRun } from '../../testing/run-factory.ts'
import type { Db } from './db.ts'
import { openDatabase } from './open.ts'

const claim = (owner: string, limit: number, now = 1_000) => ({
  owner,
  limit,
  now,
  leaseUntil: now + 500,
  events: 10,
})

describeDatabases('claimRuns', (db) => {
  test('claims the oldest runs first and holds them with a lease', async () => {
    const first = await queueRun(db())
    const second = await queueRun(db())
    await queueRun(db())

    const claimed = await db().portable.claimRuns(claim('me', 2))

    expect(claimed.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(claimed[0]).toMatchObject({
      status: 'running',
      lease_owner: 'me',
      lease_until: 1_500,
      started_at: 1_000,
      attempt: 1,
    })
  })

  test('claimRuns never claims a run twice', async () => {
    for (let i = 0; i < 20; i++) await queueRun(db())

    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, i) => db().portable.claimRuns(claim(`worker ${i}`, 3))),
    )

    const ids = claims.flat().map(({ id }) => id)
    expect(ids).toHaveLength(20)
    expect(new Set(ids).size).toBe(20)
  })

  test('takes over a run with an expired lease as another attempt', async () => {
    await queueRun(db())
    await db().portable.claimRuns(claim('dead', 1, 1_000))

    expect(await db().portable.claimRuns(claim('other', 1, 1_499))).toEqual([])
    const [taken] = await db().portable.claimRuns(claim('other', 1, 1_501))

    expect(taken).toMatchObject({ lease_owner: 'other', attempt: 2, started_at: 1_000 })
  })
})

describeDatabases('notifications', (db) => {
  test('notifications reach the listeners of the channel until they unsubscribe', async () => {
    const notifications: string[] = []
    const first = Promise.withResolvers<void>()
    const last = Promise.withResolvers<void>()
    const stop = await db().portable.listen('run', (id) => {
      notifications.push(id)
      first.resolve()
    })
    await db().portable.listen('runs', () => last.resolve())

    await db().portable.notify('run', 'a')
    await first.promise
    stop()
    await db().portable.notify('run', 'b')
    await db().portable.notify('runs', 'c')
    await last.promise

    expect(notifications).toEqual(['a'])
  })
})

test('a notification reaches other processes on Postgres', async () => {
  const { config, remove } = await createDatabase('postgres')
  const [here, there] = await Promise.all([openDatabase(config), openDatabase(config)])
  const { promise, resolve } = Promise.withResolvers<string>()
  await there.portable.listen('cancel', resolve)

  await here.portable.notify('cancel', 'the-run')

  expect(await promise).toBe('the-run')
  await Promise.all([here.close(), there.close()])
  await remove()
})

test('a listener receives notifications again after its connection was lost', async () => {
  const { config, remove } = await createDatabase('postgres')
  const db = await openDatabase(config)
  const { promise, resolve } = Promise.withResolvers<string>()
  await db.portable.listen('run', resolve)

  await endListeners(db)
  const timer = setInterval(() => void db.portable.notify('run', 'again'), 100)

  expect(await promise).toBe('again')
  clearInterval(timer)
  await db.close()
  await remove()
})

/** Other test files use the same server, so end only the connections of this database. */
const endListeners = async (db: Db) => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(db)
}

describeDatabases('exclusive work', (db) => {
  test('on one key does not overlap', async () => {
    let concurrent = 0
    let maxConcurrent = 0

    await Promise.all(
      Array.from({ length: 5 }, () =>
        db().portable.exclusively(['key'], async (queries) => {
          concurrent += 1
          maxConcurrent = Math.max(maxConcurrent, concurrent)
          await queries.selectFrom('workspaces').select('id').execute()
          concurrent -= 1
        }),
      ),
    )

    expect(maxConcurrent).toBe(1)
  })

  test('on several keys in different orders does not deadlock', async () => {
    const done = await Promise.all([
      db().portable.exclusively(['a', 'b'], async () => 1),
      db().portable.exclusively(['b', 'a'], async () => 2),
    ])

    expect(done).toEqual([1, 2])
  })
})

test.each(engines)('NUL characters are replaced in text stored on %s', async (engine) => {
  const { config, remove } = await createDatabase(engine)
  const db = await openDatabase(config)

  await db.insertInto('workspaces').values({ id: 'w', name: 'a\0b', created_at: 1 }).execute()

  const row = await db.selectFrom('workspaces').select('name').where('id', '=', 'w').execute()
  expect(row).toEqual([{ name: 'a\uFFFDb' }])
  await db.close()
  await remove()
})
