import { promptDocument } from '@lathe/graph'
import { expect, test } from 'vitest'
import { planWith, startComparisonApp } from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'

const text = '{{question}} [[call: calculator {"expression":"6*7"}]]'
const prompt = {
  messages: [{ role: 'user' as const, text }],
  model: { connection: 'lane', name: 'demo-fast' },
  tools: ['calculator'],
}

const plan = planWith({
  variants: [
    { key: 'a', name: 'A', base: { type: 'prompt', ...prompt } },
    { key: 'b', name: 'B', base: { type: 'agent', agent: 'promoted', version: 'draft' } },
  ],
  reuse: false,
  cases: [{ key: 'one', input: { question: 'How much?' } }],
  evaluators: [
    { key: 'k', name: 'Calls', evaluator: { kind: 'trajectory', calls: [{ tool: 'calculator' }] } },
  ],
})

describeDatabases('a bare prompt with tools and its promoted agent', (db) => {
  test('offers the tools and evaluates the calls without executing them', async () => {
    const { client, run } = await startComparisonApp(db())
    await client.agents.create({ name: 'Promoted', document: promptDocument(prompt) })
    const { id } = await client.comparisons.create({ name: 'Tools', plan })

    const { grid, status } = await run(id)

    expect(status).toBe('done')
    const expectedCalls = {
      status: 'success',
      isReused: false,
      calls: [{ tool: 'calculator', arguments: { expression: '6*7' } }],
      evaluations: { k: { status: 'passed' } },
    }
    expect(grid).toMatchObject([expectedCalls, expectedCalls])
    for (const { runId } of grid) {
      const { spans } = await client.traces.get({ id: runId ?? '' })
      expect(spans.filter(({ kind }) => kind === 'tool')).toEqual([])
    }
    const filter = 'agent:Tools'
    const { items } = await client.traces.list({ filter, environment: ['*'] })
    expect(items).toMatchObject([{ name: 'A · demo-fast', comparison: 'Tools', agentId: id }])
    const { facets } = await client.traces.facets({ environment: ['*'] })
    expect(facets.find(({ key }) => key === 'agent')?.values).toEqual([
      { value: 'Tools', count: 1 },
      { value: 'promoted', count: 1 },
    ])
    const to = Date.now() * 1_000 + 3_600_000_000
    const groups = await client.metrics.groups({
      from: 0,
      to,
      by: 'agent',
      environment: ['*'],
    })
    expect(groups).toContainEqual(expect.objectContaining({ label: 'Tools', filter }))
  })
})
