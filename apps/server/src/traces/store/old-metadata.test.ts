import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from './append-spans.ts'
import { listUnread } from './read-old-metadata.ts'
import { makeSpan, NOON } from './span.fixture.ts'
import { createOldMetadataJobs } from './old-metadata.ts'
import { describeSqlite } from '../../testing/databases.ts'

describeSqlite('old metadata', (db) => {
  test('continues after the interruption is over', async () => {
    const span = makeSpan({ metadata: { customer: 'acme' } })
    await appendSpans(db(), DEFAULT_WORKSPACE, [span])
    const unread = { workspace_id: DEFAULT_WORKSPACE, started_at: NOON + 1, trace_id: '' }
    await db().insertInto('unread_metadata').values(unread).execute()
    const { body } = await db()
      .selectFrom('payload_blocks')
      .select('body')
      .executeTakeFirstOrThrow()
    const blocks = db().updateTable('payload_blocks')
    await blocks.set({ body: Buffer.from('broken') }).execute()
    const broken = Promise.withResolvers<unknown>()
    const log = { error: broken.resolve }
    const jobs = createOldMetadataJobs({ db: db(), limits: { runLeaseMs: 60_000 }, log })
    await jobs.resume()
    await broken.promise

    await blocks.set({ body }).execute()
    await jobs.retry()

    await expect.poll(() => listUnread(db())).toEqual([])
    await jobs.drain()
  })
})
