import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../../platform/db/schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { makeSpan } from '../../../traces/store/span.fixture.ts'
import { describeDatabases } from '../../../testing/databases.ts'
import { queryPlan } from './plan.fixture.ts'
import { queryRuns, tracesByParent } from './query-runs.ts'
import { selectKeys } from './read-run-pages.ts'

const w = DEFAULT_WORKSPACE

describeDatabases('child runs of a run', (db) => {
  const insert = async (...spans: ReturnType<typeof makeSpan>[]) =>
    await appendSpans(db(), w, spans, { projectId: uuidv7() })

  test('child runs are searched only in the trace of their parent', async () => {
    const parent = makeSpan()
    await insert(parent)
    const query = { parentRun: parent.id, order: 'desc', limit: 10 } as const
    const context = { db: db(), workspaceId: w }

    const leadCondition = await tracesByParent(context, query)
    const keys = selectKeys(context, { query, after: undefined, size: 11, leadCondition })

    expect(await queryPlan(db(), keys.compile())).toMatch(
      /SEARCH spans USING PRIMARY KEY \(workspace_id=\? AND trace_id=\?\)|Index Cond: .*trace_id = /,
    )
  })

  test.each([
    ['in all traces that contain the id of their parent', [0, 1]],
    ['even if their parent is missing', []],
  ])('all child runs are found, %s', async (_case, stored) => {
    const id = uuidv7()
    const parents = [makeSpan({ id }), makeSpan({ id })]
    const children = parents.map(({ traceId }) => makeSpan({ traceId, parentId: id }))
    await insert(...parents.filter((_, index) => stored.includes(index)), ...children, makeSpan())

    const context = { db: db(), workspaceId: w, baseUrl: 'http://lathe' }
    const { runs } = await queryRuns(context, { parentRun: id, order: 'asc', limit: 10 })

    expect(new Set(runs.map((run) => run.id))).toEqual(new Set(children.map((child) => child.id)))
  })
})
