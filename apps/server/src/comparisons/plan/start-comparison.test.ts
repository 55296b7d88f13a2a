import { ZERO_COST } from '@lathe/contract'
import { unknownCost } from '@lathe/traces'
import { expect, test } from 'vitest'
import { caseRow, planWith } from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { answering } from '../../testing/runnable-documents.ts'
import { createTestApp } from '../../testing/test-app.ts'

const messages = [{ role: 'user' as const, text: '{{question}}' }]
const asking = (name: string) => ({ messages, model: { connection: 'demo', name } })
const plan = planWith({
  variants: ['known', 'strange'].map((name) => ({
    key: name,
    name: name.toUpperCase(),
    base: { type: 'prompt', ...asking(name) },
  })),
  cases: [caseRow('one')],
  evaluators: [
    {
      key: 'j',
      name: 'Judge',
      evaluator: { kind: 'judge', ...asking('odd'), gives: 'pass', scale: { from: 1, to: 5 } },
    },
  ],
  budget: { costNanos: 1_000 },
  judgeBudget: { costNanos: 1_000 },
})

describeDatabases('a cost limit with an unpriced model', (db) => {
  const start = async () => {
    const prices = {
      of: async () => (model: string) => (model === 'known' ? ZERO_COST : unknownCost),
      refresh: async () => {},
    }
    const { client } = createTestApp(db(), { context: { prices } })
    const connection = { baseUrl: 'http://127.0.0.1:1', key: 'a-key', allowPrivate: true }
    await client.models.createConnection({ name: 'demo', ...connection })
    return client
  }

  test('keeps a comparison from running and names the variant, the judge and their models', async () => {
    const client = await start()
    const { id } = await client.comparisons.create({ name: 'Prompts', plan })

    const refused: unknown = await client.comparisons.run({ id }).catch((error: unknown) => error)

    expect(refused).toMatchObject({
      code: 'PLAN_INVALID',
      data: {
        problems: [
          { path: 'budget.costNanos', message: expect.stringMatching(/^STRANGE: .*`strange`/) },
          { path: 'judgeBudget.costNanos', message: expect.stringMatching(/^Judge: .*`odd`/) },
        ],
      },
    })
  })

  test('keeps a run from starting, unlike a token limit', async () => {
    const client = await start()
    await client.agents.create({ name: 'Tides', document: answering() })
    const run = { agent: 'tides', version: 'draft' as const, input: { question: 'Tides?' } }

    await expect(client.runs.start({ ...run, budget: { costNanos: 1_000 } })).rejects.toMatchObject(
      {
        code: 'INVALID_INPUT',
        data: { issues: [{ path: 'budget.costNanos' }] },
      },
    )
    expect(await client.runs.start({ ...run, budget: { tokens: 1_000 } })).toMatchObject({
      status: 'pending',
    })
  })
})
