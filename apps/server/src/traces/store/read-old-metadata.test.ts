import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from './append-spans.ts'
import { listUnread, indexOldMetadata } from './read-old-metadata.ts'
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

  test('is indexed completely', async () => {
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
