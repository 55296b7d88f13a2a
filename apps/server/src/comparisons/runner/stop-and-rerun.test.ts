import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import {
  caseRow,
  planWith,
  promptColumn,
  startComparisonApp,
} from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { createComparisonJobs } from './comparison-runner.ts'

const plan = planWith({
  variants: [promptColumn('a', 'a: {{question}}')],
  cases: ['one', 'two', 'three', 'four'].map((key) => caseRow(key)),
  concurrency: 2,
  reuse: false,
})

describeDatabases('an interrupted comparison', (db) => {
  async function startHalfway() {
    const app = await startComparisonApp(db())
    const { client, mockProvider, make } = app
    const id = await make(plan)
    const release = mockProvider.hold('a: three')
    await client.comparisons.run({ id })
    // Cells start in plan order: `three` is held, so the other worker completes the rest.
    await expect.poll(async () => (await client.comparisons.get({ id })).cells.done).toBe(3)
    const statuses = async () =>
      Object.fromEntries(
        (await db().selectFrom('comparison_cells').select(['case_key', 'status']).execute()).map(
          ({ case_key, status }) => [case_key, status],
        ),
      )
    return { ...app, id, release, statuses }
  }

  test('returns its unfinished cells to the queue when stopped and runs only those afterwards', async () => {
    const { client, mockProvider, run, id, release, statuses } = await startHalfway()
    const finished = new Set(
      (await client.comparisons.get({ id })).grid.flatMap(({ status, runId }) =>
        status === 'success' ? (runId ?? []) : [],
      ),
    )

    await client.comparisons.stop({ id })
    expect(await statuses()).toEqual({
      one: 'success',
      two: 'success',
      three: 'pending',
      four: 'success',
    })
    release()
    const done = await run(id)

    expect(done).toMatchObject({ status: 'done', cells: { done: 4, failed: 0 } })
    expect(done.grid.filter(({ runId }) => finished.has(runId ?? ''))).toHaveLength(3)
    expect(mockProvider.requests).toHaveLength(5)
  })

  test('an interrupted comparison is continued by another process without repeating a request', async () => {
    const { context, mockProvider, ended, id, release, statuses } = await startHalfway()

    await context.comparisons.drain()
    expect((await statuses())['three']).toBe('running')
    const other = createComparisonJobs(context)
    other.start(DEFAULT_WORKSPACE, id)
    release()

    expect(await ended(id)).toMatchObject({ status: 'done', cells: { done: 4, failed: 0 } })
    expect(mockProvider.requests).toHaveLength(4)
    await other.drain()
  })

  test('reruns only the requested cell and keeps the other results', async () => {
    const { client, mockProvider, run, id, release } = await startHalfway()
    release()
    await expect.poll(async () => (await client.comparisons.get({ id })).status).toBe('done')
    const before = await client.comparisons.get({ id })

    const after = await run(id, { only: { cases: ['two'] }, rerun: true })

    const rerun = after.grid.filter(
      ({ id: cellId, runId }) => before.grid.find((cell) => cell.id === cellId)?.runId !== runId,
    )
    expect(rerun.map((cell) => cell.case)).toEqual(['two'])
    expect(mockProvider.requests).toHaveLength(5)
  })
})
