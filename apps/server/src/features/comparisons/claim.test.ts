import type { ComparisonPlan } from '@lathe/contract'
import { startPractice } from '@lathe/practice'
import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { startRunningApp } from '../../testing/running-app.ts'
import { createComparisonJobs } from './runner.ts'

describeDatabases('two that work at one comparison', (db) => {
  test('ask for each of its cells once', async () => {
    const practice = await startPractice({ script: [{ reply: { latencyMs: 20 } }] })
    const app = await startRunningApp(db())
    onTestFinished(async () => {
      await app.stop()
      await practice.close()
    })
    const { client, context } = app
    const lane = { baseUrl: practice.url, key: 'a-key-for-practice', allowPrivate: true }
    await client.models.createConnection({ name: 'lane', ...lane })
    const plan: ComparisonPlan = {
      variants: ['a', 'b'].map((key) => ({
        key,
        name: key,
        base: {
          type: 'prompt',
          messages: [{ role: 'user', text: `${key}: {{question}}` }],
          model: { connection: 'lane', name: 'practice-fast' },
        },
      })),
      cases: Array.from({ length: 4 }, (_, at) => ({
        key: `c${at}`,
        name: '',
        input: { question: `Number ${at}?` },
        reference: null,
      })),
      checks: [],
      repeats: 1,
      concurrency: 2,
      budget: {},
      judgeBudget: {},
      reuse: false,
      sameTape: false,
      batch: false,
    }
    const { id } = await client.comparisons.create({ name: 'Twice', plan })

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
