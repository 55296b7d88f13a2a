import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { makeSpan } from '../../../traces/store/span.fixture.ts'
import { keptTraces } from './0076-kept-traces.ts'
import { columnTypes } from './column-types.ts'

describeDatabases('a store of before traces were kept', (db, engine) => {
  test('gets no rule, and its traces are as old as their beginning', async () => {
    const { client } = createTestApp(db())
    const startedAt = Date.now() * 1_000 - 60 * 86_400_000_000
    await appendSpans(db(), DEFAULT_WORKSPACE, [makeSpan({ startedAt, endedAt: startedAt + 1 })])
    const old = db() as unknown as Kysely<unknown>
    await old.schema.dropTable('pinned_traces').execute()
    await old.schema.dropIndex('traces_workspace_id_stored_at_idx').execute()
    await old.schema.alterTable('traces').dropColumn('stored_at').execute()

    await keptTraces(old, columnTypes(engine))

    expect(await client.retention.get({})).toEqual({ rules: [] })
    const rules = [{ project: null, maxAgeDays: 59, maxBytes: null }]
    expect(await client.retention.preview({ rules })).toMatchObject([{ traces: 1 }])
  })
})
