import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../db/schema.ts'
import { caseRow, promptColumn, startComparing } from '../../testing/comparing.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { createComparisonJobs } from './runner.ts'

describeDatabases('two that work at one comparison', (db) => {
  test('ask for each of its cells once', async () => {
    const { client, context, practice, make } = await startComparing(db(), {
      script: [{ reply: { latencyMs: 20 } }],
    })
    const id = await make({
      variants: ['a', 'b'].map((key) => promptColumn(key, `${key}: {{question}}`)),
      cases: Array.from({ length: 4 }, (_, at) => caseRow(`c${at}`, `Number ${at}?`)),
      concurrency: 2,
      reuse: false,
    })

    await client.comparisons.run({ id })
    // As if the process had slept for longer than its lease.
    const lapse = () => db().deleteFrom('job_leases').executeTakeFirst()
    await expect.poll(async () => Number((await lapse()).numDeletedRows)).toBe(1)
    const other = createComparisonJobs(context)
    other.start(DEFAULT_WORKSPACE, id)
    await expect.poll(async () => (await client.comparisons.get({ id })).cells.done).toBe(8)
    await other.drain()

    expect(practice.requests).toHaveLength(8)
    const runs = await db().selectFrom('runs').select(['id', 'status']).execute()
    expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 'success'))
    const { grid } = await client.comparisons.get({ id })
    expect(new Set(grid.map(({ runId }) => runId))).toEqual(new Set(runs.map(({ id: own }) => own)))
  })
})
