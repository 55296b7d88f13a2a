import type { Evaluator } from '@lathe/contract'
import { expect, test } from 'vitest'
import {
  caseRow,
  type PlanFields,
  promptColumn,
  startComparisonApp,
} from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'

const judge = (answer: string): Evaluator => ({
  kind: 'judge',
  model: { connection: 'lane', name: 'demo-fast' },
  messages: [{ role: 'user', text: `Judge: {{output}} ${answer}` }],
  gives: 'pass',
  scale: { from: 1, to: 5 },
})
const pairwise: Evaluator = {
  kind: 'pairwise',
  model: { connection: 'lane', name: 'demo-fast' },
  messages: [{ role: 'user', text: '{{first}} or {{second}}? [[json: {"winner": "first"}]]' }],
}
const PASSES = '[[json: {"reason": "It is short.", "pass": true}]]'
const createChecks = (evaluator: Evaluator) => [{ key: 'k', name: 'K', evaluator }]

describeDatabases('judging part of a comparison', (db) => {
  /** Runs before the comparison has an evaluator. */
  async function startRun(fields: PlanFields = {}) {
    const started = await startComparisonApp(db())
    const { client, make, run, mockProvider } = started
    const id = await make({
      variants: [promptColumn('a', 'Echo: {{question}}'), promptColumn('b', 'Say: {{question}}')],
      cases: [caseRow('one'), caseRow('two')],
      ...fields,
    })
    await run(id)
    mockProvider.requests.splice(0)
    const check = async (evaluator: Evaluator) => {
      const { revision, plan } = await client.comparisons.get({ id })
      await client.comparisons.edit({
        id,
        revision,
        plan: { ...plan, evaluators: createChecks(evaluator) },
      })
    }
    return { ...started, id, check }
  }

  test('judges only the selected outputs', async () => {
    const { id, run, check, mockProvider } = await startRun()
    await check(judge(PASSES))

    const { grid } = await run(id, { only: { variants: ['b'], cases: ['two'] } })

    const judged = grid.filter(({ verdicts }) => verdicts['k'])
    expect(judged).toMatchObject([{ variant: 'b', case: 'two' }])
    expect(mockProvider.requests).toHaveLength(1)
    const fullRun = await run(id)
    expect(fullRun.judging.verdicts).toBe(4)
    expect(mockProvider.requests).toHaveLength(4)
  })

  test("judges after the cells' budget is used up and keeps failed cells", async () => {
    const { client, id, run, check, mockProvider } = await startRun({
      cases: [caseRow('one'), caseRow('bad', 'Tides? [[fault: 400]]')],
    })
    await check(judge(PASSES))
    const { revision, plan, grid } = await client.comparisons.get({ id })
    await client.comparisons.edit({ id, revision, plan: { ...plan, budget: { tokens: 1 } } })

    const done = await run(id)

    expect(done).toMatchObject({ status: 'stopped', stopReason: 'budget', cells: { failed: 2 } })
    const failed = (cells: typeof grid) => cells.filter(({ status }) => status === 'error')
    expect(failed(done.grid)).toEqual(failed(grid))
    expect(mockProvider.requests).toHaveLength(2)
  })

  test('compares with baseline outputs of earlier runs', async () => {
    const { id, run, check } = await startRun()
    await check(pairwise)

    const { grid } = await run(id, { only: { variants: ['b'], cases: ['one'] } })

    const judged = grid.filter(({ verdicts }) => verdicts['k'])
    expect(judged).toMatchObject([{ variant: 'b', case: 'one' }])
  })

  test('retries only failed judgements of the selected cells', async () => {
    const { id, run, check, mockProvider } = await startRun()
    await check(judge(`${PASSES} [[fault: 400 times=99]]`))
    await run(id)
    mockProvider.requests.splice(0)

    await run(id, { only: { cases: ['one'] } })

    expect(mockProvider.requests).toHaveLength(2)
  })
})
