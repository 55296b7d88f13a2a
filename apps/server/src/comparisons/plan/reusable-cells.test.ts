import { expect, test } from 'vitest'
import { caseRow, promptColumn, startComparisonApp } from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'

describeDatabases('reusable results', (db) => {
  const code = (key: string, expression: string) => ({
    key,
    name: key,
    evaluator: { kind: 'code' as const, source: `return ${expression}` },
  })
  const plan = {
    variants: [promptColumn('a', 'Echo: {{question}}'), promptColumn('b', 'Say: {{question}}')],
    cases: [caseRow('one'), caseRow('two')],
  }

  test('lists reusable cells and verdicts of a copy before it runs', async () => {
    const { client, make, run, mockProvider } = await startComparisonApp(db())
    const passingCheck = code('always', 'true')
    const first = await make({ ...plan, evaluators: [passingCheck] })
    expect(await client.comparisons.reusable({ id: first })).toEqual({ cells: [] })
    await run(first)
    const cases = [...plan.cases, caseRow('three')]
    const evaluators = [passingCheck, code('never', 'false')]

    const id = await make({ ...plan, cases, evaluators })

    const { cells } = await client.comparisons.reusable({ id })
    expect(cells.map((one) => `${one.variant} ${one.case} ${one.evaluators.join()}`)).toEqual([
      'a one always',
      'a two always',
      'b one always',
      'b two always',
    ])
    const requestCount = mockProvider.requests.length
    await run(id)
    expect(mockProvider.requests.length - requestCount).toBe(6 - cells.length)
    expect(await client.comparisons.reusable({ id })).toEqual({ cells: [] })
  })

  test('lists nothing if reuse is off', async () => {
    const { client, make, run } = await startComparisonApp(db())
    await run(await make(plan))

    const copyId = await make({ ...plan, reuse: false })

    expect(await client.comparisons.reusable({ id: copyId })).toEqual({ cells: [] })
  })
})
