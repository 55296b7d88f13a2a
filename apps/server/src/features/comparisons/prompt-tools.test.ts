import { ComparisonPlan } from '@lathe/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startPractice } from '@lathe/practice'
import { describeDatabases } from '../../testing/databases.ts'
import { startRunningApp } from '../../testing/running-app.ts'

const plan = ComparisonPlan.parse({
  variants: [
    {
      key: 'a',
      name: 'A',
      base: {
        type: 'prompt',
        messages: [
          { role: 'user', text: '{{question}} [[call: calculator {"expression":"6*7"}]]' },
        ],
        model: { connection: 'lane', name: 'practice-fast' },
        tools: ['calculator'],
      },
    },
  ],
  cases: [{ key: 'one', input: { question: 'How much?' } }],
  checks: [
    { key: 'k', name: 'Calls', evaluator: { kind: 'trajectory', calls: [{ tool: 'calculator' }] } },
  ],
})

describeDatabases('a bare prompt with tools', (db) => {
  test('is offered them, and what it calls is told and judged, and not carried out', async () => {
    const practice = await startPractice()
    const { client, stop } = await startRunningApp(db())
    onTestFinished(async () => {
      await stop()
      await practice.close()
    })
    const lane = { baseUrl: practice.url, key: 'a-key-for-practice', allowPrivate: true }
    await client.models.createConnection({ name: 'lane', ...lane })
    const { id } = await client.comparisons.create({ name: 'Tools', plan })

    await client.comparisons.run({ id })

    await expect.poll(async () => (await client.comparisons.get({ id })).status).toBe('done')
    const { grid } = await client.comparisons.get({ id })
    expect(grid).toMatchObject([
      {
        status: 'success',
        calls: [{ tool: 'calculator', arguments: { expression: '6*7' } }],
        evaluations: { k: { status: 'passed' } },
      },
    ])
    const { spans } = await client.traces.get({ id: grid[0]?.runId ?? '' })
    expect(spans.filter(({ kind }) => kind === 'tool')).toEqual([])
  })
})
