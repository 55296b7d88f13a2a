import { ImportPreview } from '@lathe/contract'
import { afterEach, expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp, TEST_TOKEN } from '../testing/test-app.ts'
import { keepFile } from './example-files.store.ts'

describeDatabases('a file of examples', (db) => {
  let close: (() => Promise<void>) | undefined
  afterEach(async () => await close?.())

  const start = async (env: Record<string, string> = {}) => {
    const app = createTestApp(db(), { env })
    const server = await app.serve()
    close = server.close
    const { id } = await app.client.datasets.create({ name: 'Filed' })
    const ask = async (path: string, body?: string | Uint8Array<ArrayBuffer>) =>
      await fetch(`${server.url}/api/datasets/${path}`, {
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'text/plain' },
        ...(body !== undefined && { method: 'POST', body }),
      })
    return {
      id,
      client: app.client,
      ask,
      preview: async (body: string | Uint8Array<ArrayBuffer>) =>
        ImportPreview.parse(await (await ask('preview', body)).json()),
      take: async (body: string, plan: object) =>
        await ask(`${id}/import?plan=${encodeURIComponent(JSON.stringify(plan))}`, body),
    }
  }

  test('a file of examples is previewed with its invalid rows', async () => {
    const { preview } = await start()

    const shown = await preview('question,expected,meta\nWhy?,moon,"{""a"":1}"\nTwo,2\n=1+1,x,\n')

    expect(shown).toMatchObject({
      format: 'csv',
      encoding: 'utf-8',
      rows: 2,
      columns: [
        { name: 'question', target: 'inputs.question', isJson: false },
        { name: 'expected', target: 'reference', isJson: false },
        { name: 'meta', target: 'metadata', isJson: true },
      ],
      problems: {
        total: 1,
        first: [{ row: 2, message: 'has 2 fields, and the header has 3' }],
      },
      notes: ['1 cell begins like a formula: kept as text, never run.'],
    })
  })

  test('keeps columns without a unique name', async () => {
    const { preview } = await start()

    expect(await preview('q,q,,q (2)\n1,2,3,4\n')).toMatchObject({
      sample: [{ q: '1', 'q (3)': '2', 'column 3': '3', 'q (2)': '4' }],
      problems: { total: 0 },
      notes: [
        'More than one column is called “q”: column 2 is “q (3)” here.',
        'Column 3 has no name: it is called “column 3” here.',
      ],
    })
  })

  test('imports a file without a header line', async () => {
    const { ask, take, client, id } = await start()
    const pasted = 'Why?\tmoon\nHow?\tsun\n'

    const shown: unknown = await (await ask('preview?hasHeader=false', pasted)).json()
    expect(shown).toMatchObject({
      rows: 2,
      sample: [{ 'column 1': 'Why?', 'column 2': 'moon' }, { 'column 1': 'How?' }],
    })
    const columns = { 'column 1': 'inputs.question', 'column 2': 'reference' }
    expect((await take(pasted, { columns, hasHeader: false })).status).toBe(200)
    expect((await client.datasets.examples({ dataset: id })).items).toMatchObject([
      { inputs: { question: 'Why?' }, reference: 'moon' },
      { inputs: { question: 'How?' }, reference: 'sun' },
    ])
  })

  test('a file of examples never maps two columns to one field', async () => {
    const { ask } = await start()

    const shown: unknown = await (await ask('preview', 'question,answer,expected\n1,2,3\n')).json()

    expect(shown).toMatchObject({
      columns: [
        { target: 'inputs.question' },
        { target: 'reference' },
        { target: 'metadata.expected' },
      ],
    })
  })

  test('keeps both of two equal columns', async () => {
    const { take } = await start()

    const refused = await take('a,b\n1,2\n', { columns: { a: 'inputs.q', b: 'inputs.q' } })

    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('two columns have the same target')
  })

  test.each([
    ['', 'The file is empty.'],
    ['question,expected\n', 'The file has a header line but no rows.'],
  ])('reports a file without rows: %j', async (file, note) => {
    const { preview } = await start()

    expect(await preview(file)).toMatchObject({ rows: 0, notes: [note] })
  })

  test('a file of examples is rejected with an invalid row and imported without it on request', async () => {
    const { take, client, id } = await start()
    const file = 'key,q\na,One\nb,Two\na,Three\nc\n'
    const columns = { key: 'id', q: 'inputs.q' }

    const refused = await take(file, { columns })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({
      code: 'ROWS_UNREADABLE',
      data: {
        problems: {
          total: 2,
          first: [
            { row: 3, message: 'row 1 has the same id' },
            { row: 4, message: 'has one field, and the header has 2' },
          ],
        },
      },
    })
    expect(await client.datasets.get({ dataset: id })).toMatchObject({ version: 0, examples: 0 })

    const taken = await take(file, { columns, skipInvalid: true })
    expect(await taken.json()).toMatchObject({ version: 1, added: 2, problems: { total: 2 } })
  })

  test('uses the singular for one invalid row', async () => {
    const { take } = await start()

    const refused = await take('q,r\nOne\n', { columns: { q: 'inputs.q' } })

    expect(await refused.json()).toMatchObject({
      message: '1 row cannot be taken; nothing was imported',
    })
  })

  test('reads a long file in a worker and imports it completely or not at all', async () => {
    const { preview, take, client, id, ask } = await start()
    const rows = 700
    const line = (key: number) => `k${key},"${key}: ${'long, and quoted. '.repeat(25)}"\n`
    const good = `key,q\n${Array.from({ length: rows }, (_, at) => line(at)).join('')}`
    const plan = { columns: { key: 'id', q: 'inputs.q' } }
    expect(good.length).toBeGreaterThan(256 * 1024)

    expect(await preview(`${good}torn\n`)).toMatchObject({
      format: 'csv',
      rows,
      columns: [{ target: 'id' }, { target: 'inputs.q' }],
      problems: {
        total: 1,
        first: [{ row: rows + 1, message: 'has one field, and the header has 2' }],
      },
    })
    expect((await take(good + line(3), plan)).status).toBe(422)
    expect(await client.datasets.get({ dataset: id })).toMatchObject({ version: 0, examples: 0 })

    const taken = await take(`${good}torn\n`, { ...plan, skipInvalid: true })
    expect(await taken.json()).toMatchObject({ version: 1, added: rows, problems: { total: 1 } })
    const { items } = await client.datasets.examples({ dataset: id, offset: rows - 1 })
    expect(items).toMatchObject([{ metadata: { id: `k${rows - 1}` } }])

    const again = await take(good.replace('650: long', '650: short'), { ...plan, dedupe: true })
    expect(await again.json()).toMatchObject({ version: 2, added: 0, changed: 1 })
    const binary = await ask('preview', new Uint8Array(300_000).fill(1))
    expect([binary.status, await binary.json()]).toMatchObject([422, { code: 'FILE_UNREADABLE' }])
  })

  test('updates the same examples when imported again', async () => {
    const { take, client, id } = await start()
    const columns = { key: 'id', q: 'inputs.q' }
    await take('key,q\na,One\nb,Two\n', { columns })

    const again = await take('key,q\na,One\nb,Second\n', { columns })

    expect(await again.json()).toMatchObject({ version: 2, added: 0, changed: 1, unchanged: 1 })
    expect(await client.datasets.get({ dataset: id })).toMatchObject({ examples: 2 })
  })

  test('skips duplicates on request', async () => {
    const { take } = await start()
    const plan = { columns: { q: 'inputs.q' }, dedupe: true }
    await take('q\nOne\nTwo\n', plan)

    expect(await (await take('q\nTwo\nThree\nThree\n', plan)).json()).toMatchObject({
      added: 1,
      duplicates: 2,
    })
  })

  test('round-trips through export and import, with formulas as text', async () => {
    const { ask, take, preview, client, id } = await start()
    const put = [
      { inputs: { q: '=1+1', n: 4 }, reference: { a: [1] }, splits: ['test', 'hard'] },
      { inputs: { q: 'Two\n"lines"' }, reference: 'x', metadata: { from: 'here' } },
    ]
    await client.datasets.change({ dataset: id, put })
    const before = await client.datasets.examples({ dataset: id })

    const csv = await (await ask(`${id}/export?format=csv`)).text()
    const jsonl = await (await ask(`${id}/export?format=jsonl`)).text()

    expect(csv).toContain(`,'=1+1,4,`)
    const plan = async (file: string) => {
      const { columns } = await preview(file)
      return {
        columns: Object.fromEntries(columns.map(({ name, target }) => [name, target])),
        json: columns.filter(({ isJson }) => isJson).map(({ name }) => name),
      }
    }
    expect((await plan(csv)).columns).toEqual({
      id: 'id',
      'inputs.q': 'inputs.q',
      'inputs.n': 'inputs.n',
      reference: 'reference',
      'metadata.from': 'metadata.from',
      split: 'split',
    })
    const back = await take(jsonl, await plan(jsonl))
    expect(await back.json()).toMatchObject({ changed: 0, unchanged: 2 })
    expect(await client.datasets.examples({ dataset: id })).toEqual(before)
  })

  test('restores texts that start with an apostrophe or a full-width formula sign', async () => {
    const { ask, take, client, id } = await start()
    const put = ["'=1", "''", '＝1+1', ' －1', "'why?'"].map((q) => ({ inputs: { q } }))
    await client.datasets.change({ dataset: id, put })

    const csv = await (await ask(`${id}/export?format=csv`)).text()

    expect(csv).toMatch(/,''=1,.*,'',.*,'＝1\+1,.*,' －1,.*,'why\?',/s)
    const back = await take(csv, { columns: { id: 'id', 'inputs.q': 'inputs.q' } })
    expect(await back.json()).toMatchObject({ changed: 0, unchanged: 5 })
  })

  test('an export lists its attachments and imports without them', async () => {
    const { ask, take, preview, client, id } = await start()
    const dataset = { id, workspace_id: DEFAULT_WORKSPACE }
    const sent = { name: 'map.png', mimeType: 'image/png', body: new Uint8Array([1, 2]) }
    const files = [await keepFile(db(), dataset, sent)]
    await client.datasets.change({
      dataset: id,
      put: [{ inputs: { q: 'Where?' }, files }, { inputs: { q: 'Who?' } }],
    })
    const before = await client.datasets.examples({ dataset: id })

    const csv = await (await ask(`${id}/export?format=csv`)).text()
    const jsonl = await (await ask(`${id}/export?format=jsonl`)).text()

    expect(csv).toContain('""name"":""map.png""')
    expect(JSON.parse(jsonl.split('\n')[0] ?? '')).toMatchObject({ attachments: files })
    const { columns } = await preview(jsonl)
    const plan = { columns: Object.fromEntries(columns.map(({ name, target }) => [name, target])) }
    expect(await (await take(jsonl, plan)).json()).toMatchObject({ changed: 0, unchanged: 2 })
    expect(await client.datasets.examples({ dataset: id })).toEqual(before)
  })

  test('a file of examples that is binary or too large is rejected with the reason', async () => {
    const { ask } = await start({ LATHE_DATASET_BYTES: '2000' })
    const binary = new Uint8Array([137, 80, 78, 71, 0, 1, 2, 3])

    const refused = await ask('preview', binary)

    expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'FILE_UNREADABLE' }])
    const large = await ask('preview', `q\n${'Why?\n'.repeat(400)}`)
    expect([large.status, await large.json()]).toMatchObject([
      413,
      { code: 'PAYLOAD_TOO_LARGE', message: expect.stringContaining('raise LATHE_DATASET_BYTES') },
    ])
  })
})
