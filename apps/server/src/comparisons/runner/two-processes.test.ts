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

describeDatabases('two workers on one comparison', (db) => {
  test('two workers on one comparison run each cell once', async () => {
    const { client, context, mockProvider, make } = await startComparisonApp(db())
    const id = await make({
      variants: ['a', 'b'].map((key) => promptColumn(key, `${key}: {{question}}`)),
      cases: Array.from({ length: 4 }, (_, index) => caseRow(`c${index}`, `Number ${index}?`)),
      concurrency: 2,
      reuse: false,
    })

    const answer = mockProvider.hold('Number')
    await client.comparisons.run({ id })
    await expect.poll(() => mockProvider.requests.length).toBe(2)
    // Simulates a process that slept past its lease.
    await db().deleteFrom('job_leases').execute()
    const other = createComparisonJobs(context)
    other.start(DEFAULT_WORKSPACE, id)
    const leases = () => db().selectFrom('job_leases').selectAll().execute()
    await expect.poll(async () => (await leases()).length).toBe(1)
    answer()
    await expect.poll(async () => (await client.comparisons.get({ id })).cells.done).toBe(8)
    await other.drain()

    expect(mockProvider.requests).toHaveLength(8)
    const runs = await db().selectFrom('runs').select(['id', 'status']).execute()
    expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 'success'))
    const { grid } = await client.comparisons.get({ id })
    expect(new Set(grid.map(({ runId }) => runId))).toEqual(
      new Set(runs.map(({ id: runId }) => runId)),
    )
  })

  test('completes a cell that a dead worker had started', async () => {
    // Long enough that the first worker does not notice the lost lease.
    const env = { LATHE_RUN_LEASE_MS: '600000' }
    const app = await startComparisonApp(db(), {}, {}, { env })
    const { client, context, mockProvider, make, ended } = app
    const fields = planWith({
      variants: [promptColumn('a', '{{question}}')],
      cases: [caseRow('one'), caseRow('two')],
      concurrency: 1,
      reuse: false,
    })
    const id = await make(fields)
    const answer = mockProvider.hold('')
    await client.comparisons.run({ id })
    await expect.poll(() => mockProvider.requests.length).toBe(1)

    await db().deleteFrom('job_leases').execute()
    const { revision } = await client.comparisons.get({ id })
    await client.comparisons.edit({ id, revision, plan: { ...fields, concurrency: 2 } })
    const other = createComparisonJobs(context)
    other.start(DEFAULT_WORKSPACE, id)
    await expect.poll(() => mockProvider.requests.length).toBe(2)
    await other.drain()
    answer()

    expect(await ended(id)).toMatchObject({ status: 'done', cells: { done: 2, failed: 0 } })
    expect(mockProvider.requests).toHaveLength(2)
  })
})
