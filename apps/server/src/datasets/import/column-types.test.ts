import { type ExamplePut, ImportPreview } from '@lathe/contract'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp, TEST_TOKEN } from '../../testing/test-app.ts'

describeDatabases('import into a dataset with typed fields', (db) => {
  let close: (() => Promise<void>) | undefined
  afterEach(async () => await close?.())

  const start = async (put: ExamplePut[]) => {
    const app = createTestApp(db())
    const server = await app.serve()
    close = server.close
    const { client } = app
    const { id } = await client.datasets.create({ name: 'Typed' })
    await client.datasets.change({ dataset: id, put })
    const send = (path: string, body?: string) =>
      fetch(`${server.url}/api/datasets/${path}`, {
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'text/plain' },
        ...(body !== undefined && { method: 'POST', body }),
      })
    const preview = async (body: string) =>
      ImportPreview.parse(await (await send(`preview?dataset=${id}`, body)).json())
    const importAs = async (dataset: string, body: string) => {
      const { columns } = await preview(body)
      const plan = {
        columns: Object.fromEntries(columns.map(({ name, target }) => [name, target])),
        json: columns.filter(({ isJson }) => isJson).map(({ name }) => name),
      }
      const query = new URLSearchParams({ plan: JSON.stringify(plan) })
      const response = await send(`${dataset}/import?${query.toString()}`, body)
      return { status: response.status, report: await response.json() }
    }
    return {
      id,
      client,
      preview,
      importAs,
      take: (body: string) => importAs(id, body),
      exported: async (format: 'csv' | 'jsonl') =>
        await (await send(`${id}/export?format=${format}`)).text(),
      list: async (dataset = id) =>
        (await client.datasets.examples({ dataset })).items.map((example) => ({
          inputs: example.inputs,
          reference: example.reference,
          metadata: example.metadata,
        })),
    }
  }

  const mixed: ExamplePut[] = [
    { inputs: { n: 1.5, ok: true, tags: ['a'] }, reference: 3, metadata: { note: null } },
    { inputs: { ok: false, n: -2, text: '7' }, reference: '3', metadata: { note: '' } },
    { inputs: { text: '{"a":1}', either: 1 }, reference: { a: 1 } },
    { inputs: { text: 'true', either: '1' }, reference: null, metadata: { deep: { b: [2] } } },
    { inputs: {}, reference: '' },
  ]

  test.each(['csv', 'jsonl'] as const)(
    'changes nothing in an unedited %s export',
    async (format) => {
      const { exported, take, list } = await start(mixed)
      const before = await list()

      const { report } = await take(await exported(format))

      expect(report).toMatchObject({ added: 0, changed: 0, unchanged: 5, problems: { total: 0 } })
      expect(await list()).toEqual(before)
    },
  )

  test('reads an edited cell in the type of its field', async () => {
    const { exported, take, list } = await start(mixed)
    const csv = (await exported('csv')).replace('1.5', '2.5').replace('false', 'TRUE')

    expect((await take(csv)).report).toMatchObject({ changed: 2, unchanged: 3 })

    const [first, second] = await list()
    expect(first).toMatchObject({ inputs: { n: 2.5, ok: true, tags: ['a'] }, reference: 3 })
    expect(second).toEqual({
      inputs: { n: -2, ok: true, text: '7' },
      reference: '3',
      metadata: { note: '' },
    })
  })

  test('reads numbers, booleans and JSON into fields that the dataset does not have', async () => {
    const { preview, take, list } = await start([])
    const csv = [
      'question,score,ok,tags,zip,account,mixed',
      'Why?,1.5,TRUE,"[""a""]",01234,12345678901234567890,1',
      'How?,-2,false,,98765,12345678901234567891,one',
      'Who?,,,"{""b"":1}",00001,3,',
    ].join('\n')

    const { columns } = await preview(csv)
    await take(csv)

    expect(columns.map(({ name, isJson }) => [name, isJson])).toEqual([
      ['question', false],
      ['score', true],
      ['ok', true],
      ['tags', true],
      ['zip', false],
      ['account', false],
      ['mixed', false],
    ])
    const account = '12345678901234567890'
    expect((await list()).map(({ inputs }) => inputs)).toEqual([
      { question: 'Why?', score: 1.5, ok: true, tags: ['a'], zip: '01234', account, mixed: '1' },
      {
        question: 'How?',
        score: -2,
        ok: false,
        zip: '98765',
        account: '12345678901234567891',
        mixed: 'one',
      },
      { question: 'Who?', tags: { b: 1 }, zip: '00001', account: '3' },
    ])
  })

  test('reads new rows in the types of the dataset and omits empty fields', async () => {
    const { take, list } = await start([{ inputs: { n: 1, ok: true, code: '007' } }])

    await take('inputs.n,inputs.ok,inputs.code,reference\n4,false,12,\n,TRUE,,5\n')

    expect((await list()).slice(1)).toEqual([
      { inputs: { n: 4, ok: false, code: '12' }, reference: null, metadata: {} },
      { inputs: { ok: true }, reference: '5', metadata: {} },
    ])
  })

  test('lists changed types in its preview', async () => {
    const { preview } = await start([{ inputs: { n: 1, q: 'Why?' }, reference: true }])

    const { columns, fieldTypes } = await preview('n,q,reference,new\n1,2,yes,3\nmany,How?,true,\n')

    expect(fieldTypes).toEqual({
      'inputs.n': ['number'],
      'inputs.q': ['string'],
      reference: ['boolean'],
    })
    expect(columns).toMatchObject([
      { target: 'inputs.n', typeChange: { from: ['number'], to: ['string'] } },
      { target: 'inputs.q', typeChange: null },
      { target: 'reference', typeChange: { from: ['boolean'], to: ['string'] } },
      { target: 'inputs.new', types: ['number'], typeChange: null },
    ])
    const { columns: typed } = await preview('{"inputs":{"n":1},"reference":"yes"}\n')
    expect(typed[1]?.typeChange).toEqual({ from: ['boolean'], to: ['string'] })
  })

  test('accepts an exported example without inputs', async () => {
    const { client, exported, importAs, list } = await start(mixed)
    const { id: other } = await client.datasets.create({ name: 'Copy' })
    const jsonl = (await exported('jsonl')).replaceAll(/"id":"[^"]*",/g, '')

    expect(await importAs(other, jsonl)).toMatchObject({ status: 200, report: { added: 5 } })

    expect(await list(other)).toEqual(await list())
  })
})
