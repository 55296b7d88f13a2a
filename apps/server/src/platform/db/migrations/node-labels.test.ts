import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { makeRun } from '../../../traces/store/span.fixture.ts'
import { nodeLabels } from './0056-node-labels.ts'

describeDatabases('labels of nodes', (db) => {
  const labels = () => db().selectFrom('trace_labels').selectAll().orderBy('value').execute()

  test('are those of traces from before too', async () => {
    await appendSpans(db(), DEFAULT_WORKSPACE, makeRun().all)
    const known = await labels()
    await db().deleteFrom('trace_labels').where('key', '=', 'node').execute()

    await nodeLabels(db())

    expect(known.map(({ key }) => key)).toContain('node')
    expect(await labels()).toEqual(known)
  })
})
