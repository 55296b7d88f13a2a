import type { GraphDocument } from '@lathe/contract'
import { structuredPromptDocument } from '@lathe/graph'
import { expect, test } from 'vitest'
import { type PlanFields, planWith, startComparisonApp } from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'

const asking = (text: string) => ({
  messages: [{ role: 'user' as const, text }],
  model: { connection: 'lane', name: 'demo-fast' },
})
const REFUSAL = {
  ...asking('{{question}}'),
  messages: [
    { role: 'system' as const, text: '[[fault: refusal]]' },
    { role: 'user' as const, text: '{{question}}' },
  ],
}
const plan = planWith({
  variants: [
    { key: 'a', name: 'A', base: { type: 'prompt', ...asking('Echo: {{question}}') } },
    { key: 'b', name: 'B', base: { type: 'prompt', ...REFUSAL } },
  ],
  cases: [{ key: 'one', input: { question: 'Tides?' }, reference: 'Tides' }],
  evaluators: [
    {
      key: 'k',
      name: 'Contains',
      evaluator: { kind: 'contains', require: 'all', ignoreCase: true },
    },
  ],
  reuse: false,
})

describeDatabases('a model that refuses to answer', (db) => {
  const start = async () => {
    const { client, ...comparing } = await startComparisonApp(db())
    const run = async (fields: PlanFields = {}) => {
      const done = await comparing.run(await comparing.make({ ...plan, ...fields }))
      expect(done.status).toBe('done')
      return done
    }
    return { client, run }
  }

  test('marks the cell and the trace as refused and evaluates the refusal text', async () => {
    const { client, run } = await start()

    const { id, grid } = await run()

    const cell = grid.find(({ variant }) => variant === 'b')
    expect(grid.find(({ variant }) => variant === 'a')).toMatchObject({ isRefused: false })
    expect(cell).toMatchObject({
      status: 'success',
      isRefused: true,
      evaluations: { k: { status: 'failed' } },
    })
    expect(JSON.stringify(cell?.output)).toContain("I'm sorry")
    const { spans } = await client.traces.get({ id: cell?.runId ?? '' })
    const refusedKinds = spans
      .filter(({ tags }) => tags.includes('refused'))
      .map(({ kind }) => kind)
    expect(refusedKinds.toSorted()).toEqual(['agent', 'model'])
    const { variants } = await client.comparisons.verdict({ id })
    expect(variants.map(({ passRate }) => passRate?.cases)).toEqual([1, 1])
  })

  test('fails if a structured answer was requested', async () => {
    const { client, run } = await start()
    const schema = { type: 'object', properties: { answer: { type: 'string' } } } as const
    const document: GraphDocument = structuredPromptDocument(REFUSAL, { name: 'said', schema })
    await client.agents.create({ name: 'Tides', document })
    const base = { type: 'agent', agent: 'tides', version: 'draft', overrides: {} } as const

    const { id, grid } = await run({
      variants: plan.variants.map((variant) =>
        variant.key === 'b' ? { ...variant, base } : variant,
      ),
    })

    const cell = grid.find(({ variant }) => variant === 'b')
    expect(cell).toMatchObject({ status: 'error', isRefused: true, error: { code: 'REFUSED' } })
    const { variants } = await client.comparisons.verdict({ id })
    expect(variants[1]).toMatchObject({ passRate: { rate: 0, cases: 1 }, errors: 1 })
  })
})
