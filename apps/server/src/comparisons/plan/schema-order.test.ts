import type { Variant } from '@lathe/contract'
import { expect, test } from 'vitest'
import { caseRow, startComparisonApp } from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'

describeDatabases('variants that differ in the order of a schema', (db) => {
  const column = (key: string, names: readonly string[]): Variant => {
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    const schema = { type: 'object', properties, required: [...names], additionalProperties: false }
    const json_schema = { name: 'rating', strict: true, schema }
    const extraFields = { response_format: { type: 'json_schema', json_schema } }
    const model = { connection: 'lane', name: 'demo-fast', extra: extraFields }
    const messages = [{ role: 'user' as const, text: 'Rate {{question}}' }]
    return { key, name: key, base: { type: 'prompt', messages, model } }
  }

  test("sends each variant's schema in its own property order", async () => {
    const { make, run, mockProvider } = await startComparisonApp(db())
    const [why, score] = [column('why', ['why', 'score']), column('score', ['score', 'why'])]

    const { grid } = await run(await make({ variants: [why, score], cases: [caseRow('Tides')] }))

    expect(grid.map(({ isReused }) => isReused)).toEqual([false, false])
    const requestedSchemas = mockProvider.requests.map(
      ({ body }) => /"properties":\{"(\w+)"/.exec(text(body))?.[1],
    )
    expect(new Set(requestedSchemas)).toEqual(new Set(['why', 'score']))
  })

  test('variants that differ in the order of a schema do not share results', async () => {
    const { client, make, run } = await startComparisonApp(db())
    const id = await make({ variants: [column('a', ['why', 'score'])], cases: [caseRow('Tides')] })
    const { plan, revision } = await run(id)
    const variants = [column('a', ['score', 'why'])]

    await client.comparisons.edit({ id, revision, plan: { ...plan, variants } })

    expect((await client.comparisons.get({ id })).grid).toEqual([])
  })
})

const text = (body: unknown) => JSON.stringify(body)
