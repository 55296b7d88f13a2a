import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openedFor } from '../../../testing/databases.ts'

const db = openedFor('postgres')

test.each([
  ['between two statements', async () => await wait(100)],
  ['in a statement', async () => {}],
])('losing a connection %s of a transaction affects only that transaction', async (_, between) => {
  const work = db()
    .transaction()
    .execute(async (open) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(open)
      void sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db().analytics)
      await between()
      await sql`select pg_sleep(60)`.execute(open)
    })

  await expect(work).rejects.toThrow(/terminat|not queryable|ECONNRESET/)
  expect((await sql`select 1 as one`.execute(db())).rows).toEqual([{ one: 1 }])
})
