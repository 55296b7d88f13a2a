import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from './open.ts'

const MEGABYTES = 20

test('the file shrinks after deleted pages are released', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lathe-shrink-'))
  const file = join(folder, 'lathe.db')
  const db = await openSqlite(file)
  onTestFinished(async () => {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })
  const sizeOf = async () => (await stat(file)).size
  const empty = await sizeOf()
  await sql`insert into span_payloads (workspace_id, trace_id, span_id, inputs)
    select 'w', 't', value, randomblob(1000000)
    from json_each(${JSON.stringify(Array.from({ length: MEGABYTES }, (_, index) => `${index}`))})`.execute(
    db,
  )
  await db.shrink()
  await expect.poll(sizeOf).toBeGreaterThan(empty + MEGABYTES * 900_000)

  await sql`delete from span_payloads`.execute(db)
  await db.shrink()

  await expect.poll(sizeOf).toBeLessThan(empty + MEGABYTES * 90_000)
})
