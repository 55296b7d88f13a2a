import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { makeSpan } from '../../../traces/store/span.fixture.ts'
import { measureIndexProgress } from './index-progress.ts'

const w = DEFAULT_WORKSPACE

describeDatabases('the progress of the search index', (db) => {
  const stored = async () => {
    const traces = Array.from({ length: 3 }, () => makeSpan({}).traceId)
    for (const traceId of traces) await appendSpans(db(), w, [makeSpan({ id: traceId, traceId })])
    await db().texts.settled()
    return traces
  }

  test('the progress of the search index is complete while new spans wait for indexing', async () => {
    await stored()

    expect(await measureIndexProgress(db(), w)).toEqual({ isComplete: true, waiting: 0, total: 3 })
    await db()
      .insertInto('search_queue')
      .values({
        workspace_id: w,
        id: 'z',
        body: '{"spans":[]}',
      })
      .execute()
    expect(await measureIndexProgress(db(), w)).toMatchObject({ isComplete: true })
  })

  test('counts queued traces during a rebuild', async () => {
    const traces = await stored()
    await sql`insert into search_queue (workspace_id, id, body)
      select workspace_id, 'z' || id, ${db().engine === 'sqlite' ? sql`json_object('trace', id)` : sql`json_build_object('trace', id)::text`}
      from traces where id <> ${traces[0]}`.execute(db())

    expect(await measureIndexProgress(db(), w)).toEqual({ isComplete: false, waiting: 2, total: 3 })

    await db().texts.settled()
    expect(await measureIndexProgress(db(), w)).toMatchObject({ isComplete: true })
  })
})
