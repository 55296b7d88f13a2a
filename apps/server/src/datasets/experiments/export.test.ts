import { expect, test } from 'vitest'
import { v7 } from 'uuid'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from '../../traces/store/append-spans.ts'
import { makeSpan } from '../../traces/store/span.fixture.ts'
import { toJson } from '../../platform/db/json.ts'
import { describeSqlite } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'

/** More than the results page reads. */
const MANY = 5_001

describeSqlite('the file of an experiment', (db) => {
  test('contains all answers', async () => {
    const { client } = createTestApp(db())
    const { id: dataset } = await client.datasets.create({ name: 'Sums' })
    const { ids } = await client.datasets.change({ dataset, put: [{ inputs: { n: 1 } }] })
    const experiment = v7()
    await db()
      .insertInto('projects')
      .values({
        workspace_id: DEFAULT_WORKSPACE,
        id: experiment,
        name: 'one',
        description: null,
        extra: toJson({}),
        reference_dataset_id: dataset,
        created_at: 1,
        ended_at: null,
      })
      .execute()
    const metadata = { langsmith: { reference_example_id: ids[0] ?? '' } }
    const spans = Array.from({ length: MANY }, () => makeSpan({ metadata }))
    await appendSpans(db(), DEFAULT_WORKSPACE, spans, { projectId: experiment })

    const file = await client.experiments.export({ ids: [experiment], format: 'jsonl' })

    expect((await file.text()).trimEnd().split('\n')).toHaveLength(MANY)
  })
})
