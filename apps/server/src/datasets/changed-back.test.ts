import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const question = (text: string) => ({ inputs: { question: text } })

async function withThree({ client }: TestApp) {
  const { id: dataset } = await client.datasets.create({ name: 'Tides' })
  const put = ['One?', 'Two?', 'Three?'].map((text) => ({ ...question(text), reference: 'moon' }))
  const { ids } = await client.datasets.change({ dataset, put })
  const [one = '', two = ''] = ids
  return { dataset, one, two }
}

describeDatabases('an example that several people edit', (db) => {
  test('reports no change for values that were changed back', async () => {
    const app = createTestApp(db())
    const { client } = app
    const { dataset, one, two } = await withThree(app)
    await client.datasets.change({
      dataset,
      put: [
        { id: one, ...question('First?') },
        { id: two, splits: ['hard'] },
      ],
    })
    const put = [
      { id: one, ...question('One?') },
      { id: two, splits: ['easy'] },
    ]
    await client.datasets.change({ dataset, put })

    const there = await client.datasets.diff({ dataset, from: 1, to: 3 })
    expect(there).toMatchObject({
      added: 0,
      removed: 0,
      changed: 1,
      items: [{ after: { id: two } }],
    })
    expect(await client.datasets.diff({ dataset, from: 3, to: 1 })).toMatchObject({ changed: 1 })
    expect(await client.datasets.diff({ dataset, from: 2, to: 3 })).toMatchObject({ changed: 2 })
    await client.datasets.change({ dataset, put: [], remove: [one] })
    const back = { id: one, ...question('One?'), reference: 'moon' }
    await client.datasets.change({ dataset, put: [back] })
    expect(await client.datasets.diff({ dataset, from: 1, to: 5 })).toMatchObject({ changed: 1 })
    const asAtFirst = { id: two, splits: [] }
    await client.datasets.change({ dataset, put: [asAtFirst] })
    const counts = { added: 0, removed: 0, changed: 0 }
    expect(await client.datasets.diff({ dataset, from: 1, to: 6 })).toEqual({
      ...counts,
      items: [],
    })
  })

  test('restores examples that another user removed only with force', async () => {
    const app = createTestApp(db())
    const { client } = app
    const { dataset, one, two } = await withThree(app)
    await client.datasets.change({ dataset, remove: [one] })
    const put = [
      { id: one, ...question('Mine?'), base: 1 },
      { id: two, ...question('Second?'), base: 1 },
    ]

    const refusal = { code: 'CONFLICT', data: { version: 2, examples: [one], removed: [one] } }
    await expect(client.datasets.change({ dataset, put })).rejects.toMatchObject(refusal)
    const [mine, other] = put.map(({ base: _base, ...one }) => one)
    await expect(
      client.datasets.change({ dataset, put: mine ? [mine] : [], base: 1 }),
    ).rejects.toMatchObject(refusal)
    expect(await client.datasets.get({ dataset })).toMatchObject({ version: 2, examples: 2 })

    const known = { id: one, ...question('Mine?'), base: 2 }
    const made = await client.datasets.change({ dataset, put: [known, ...(other ? [other] : [])] })
    expect(made).toMatchObject({ version: 3, added: 1, changed: 1 })

    await client.datasets.change({ dataset, remove: [one] })
    await client.datasets.change({ dataset, put: [question('Other?')] })
    const wanted = { id: one, ...question('Back?'), base: 4 }
    expect(await client.datasets.change({ dataset, put: [wanted] })).toMatchObject({ added: 1 })
  })
})
