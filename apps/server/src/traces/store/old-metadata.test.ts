import { expect, test } from 'vitest'
import { describeDatabases, describeSqlite } from '../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from './append-spans.ts'
import { createOldMetadataJobs, indexOldMetadata, listUnread } from './old-metadata.ts'
import { makeSpan, NOON } from './span.fixture.ts'

const w = DEFAULT_WORKSPACE

describeDatabases('metadata of older traces', (db) => {
  const labels = () =>
    db().selectFrom('trace_labels').selectAll().orderBy('trace_id').orderBy('key').execute()

  /** More than one read returns, stored without labels. */
  const store = async () => {
    const spans = Array.from({ length: 250 }, (_, index) =>
      makeSpan({ startedAt: NOON + index, metadata: { customer: `c${index}`, ls_method: 'x' } }),
    )
    await appendSpans(db(), w, spans)
    const known = await labels()
    await db().deleteFrom('trace_labels').where('key', '=', 'metadata.customer').execute()
    const all = { workspace_id: w, started_at: NOON + spans.length, trace_id: '' }
    await db().insertInto('unread_metadata').values(all).execute()
    return known
  }

  test('metadata of older traces is indexed completely', async () => {
    const known = await store()

    await indexOldMetadata(db(), w, new AbortController().signal)

    expect(await labels()).toEqual(known)
    expect(await listUnread(db())).toEqual([])
  })

  test('continues after an abort', async () => {
    await store()

    await indexOldMetadata(db(), w, AbortSignal.abort())

    expect(await listUnread(db())).toMatchObject([{ started_at: NOON + 250 }])
  })
})

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
