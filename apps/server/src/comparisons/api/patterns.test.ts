import type { ComparisonPlan } from '@lathe/contract'
import { toJson } from '../../platform/db/json.ts'
import { expect, test } from 'vitest'
import { planWith } from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'

const check = (pattern: string): ComparisonPlan['evaluators'][number] => ({
  key: 'k',
  name: 'Pattern',
  evaluator: { kind: 'regex', pattern, ignoreCase: false },
})
const refused = {
  code: 'INVALID_INPUT',
  status: 400,
  data: {
    issues: [
      {
        path: 'plan.evaluators.0.evaluator.pattern',
        message: expect.stringMatching(/^Lookahead .* at position 2 is not supported\. Remove it/),
      },
    ],
  },
}

describeDatabases('a comparison with a pattern that cannot be used', (db) => {
  test('an unusable pattern is rejected when a comparison is created or edited', async () => {
    const { client } = createTestApp(db())
    const invalidPlan = planWith({ evaluators: [check('a(?=b)')] })
    const { id, revision } = await client.comparisons.create({
      name: 'C',
      plan: planWith({ evaluators: [check('a')] }),
    })

    await expect(client.comparisons.create({ name: 'D', plan: invalidPlan })).rejects.toMatchObject(
      refused,
    )
    await expect(
      client.comparisons.edit({ id, revision, plan: invalidPlan }),
    ).rejects.toMatchObject(refused)
    expect((await client.comparisons.list({})).items).toMatchObject([{ id, revision }])
  })

  test('a stored comparison with an unusable pattern can still be edited', async () => {
    const { client } = createTestApp(db())
    const plan = planWith({ evaluators: [check('a(?=b)')] })
    const { id, revision } = await client.comparisons.create({ name: 'C', plan: planWith({}) })
    await db()
      .updateTable('comparisons')
      .set({ plan: toJson(plan) })
      .execute()

    const editedDetail = await client.comparisons.edit({
      id,
      revision,
      plan: { ...plan, cases: [{ key: 'one', input: {} }] },
    })

    expect(editedDetail.plan.cases).toHaveLength(1)
  })
})
