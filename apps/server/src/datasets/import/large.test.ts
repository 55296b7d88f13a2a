import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp, TEST_TOKEN } from '../../testing/test-app.ts'

const ROWS = 5_000
const linesOf = (answer: string) =>
  Array.from(
    { length: ROWS },
    (_, at) => `k${at},"Why, ${at}? ${'And so on. '.repeat(25)}",${answer}\n`,
  )
const fileOf = (lines: readonly string[]) => `id,q,expected\n${lines.join('')}`
const columns = { id: 'id', q: 'inputs.q', expected: 'reference' }

describeDatabases('a file of several batches', (db) => {
  let close: (() => Promise<void>) | undefined
  afterEach(async () => await close?.())

  const start = async () => {
    const { client, serve } = createTestApp(db())
    const server = await serve()
    close = server.close
    const { id } = await client.datasets.create({ name: 'Large' })
    const plan = encodeURIComponent(JSON.stringify({ columns }))
    const ask = async (body: string, headers: Record<string, string> = {}) =>
      await fetch(`${server.url}/api/datasets/${id}/import?plan=${plan}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${TEST_TOKEN}`,
          'content-type': 'text/plain',
          ...headers,
        },
        body,
      })
    const take = async (body: string) => (await (await ask(body)).json()) as unknown
    const last = async () =>
      (await client.datasets.examples({ dataset: id, offset: ROWS - 1, limit: 1 })).items[0]
    return { id, client, ask, take, last }
  }

  test('a file of several batches is added in order and updated when imported again', async () => {
    const { take, last } = await start()

    expect(await take(fileOf(linesOf('yes')))).toMatchObject({ version: 1, added: ROWS })
    expect(await last()).toMatchObject({ reference: 'yes', metadata: { id: `k${ROWS - 1}` } })
    expect(await take(fileOf(linesOf('no')))).toMatchObject({ added: 0, changed: ROWS })
    expect(await last()).toMatchObject({ reference: 'no', version: 2 })
  })

  test('reports progress on request', async () => {
    const { ask } = await start()
    const lines = { accept: 'application/x-ndjson' }

    const short = await ask('id,q\ntorn\n', lines)
    expect([short.status, await short.json()]).toMatchObject([422, { code: 'ROWS_UNREADABLE' }])
    const heardOf = async (answer: Response) =>
      (await answer.text())
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { rows?: number })
    const checked = [{ checked: 2_000 }, { checked: 4_000 }]

    const refused = await heardOf(await ask(`${fileOf(linesOf('yes'))}torn\n`, lines))
    expect(refused).toMatchObject([...checked, { error: { code: 'ROWS_UNREADABLE' } }])

    const taken = await ask(fileOf(linesOf('yes')), lines)
    const heard = await heardOf(taken)
    expect(taken.headers.get('content-type')).toBe(lines.accept)
    expect(heard.slice(0, 2)).toEqual(checked)
    expect(heard.at(-1)).toMatchObject({ report: { version: 1, added: ROWS } })
    const rows = heard.slice(2, -1).map((line) => line.rows ?? Number.NaN)
    expect(rows.length).toBeGreaterThan(1)
    expect(rows).toEqual(rows.toSorted((a, b) => a - b))
    expect(rows.at(-1)).toBe(ROWS)
  })

  test('interrupted during an import is cleaned up before the next change', async () => {
    const { take, client, id, last } = await start()
    await take(fileOf(linesOf('yes')))
    // The state that a killed commit leaves.
    await db().updateTable('datasets').set({ is_writing: 1 }).where('id', '=', id).execute()
    const rows = await db().selectFrom('dataset_examples').selectAll().execute()
    const half = rows.filter(({ position }) => position > ROWS / 2)
    for (let at = 0; at < half.length; at += 500)
      await db()
        .insertInto('dataset_examples')
        .values(half.slice(at, at + 500).map((row) => ({ ...row, version_from: 2 })))
        .execute()
    await db()
      .updateTable('dataset_examples')
      .set({ version_to: 2 })
      .where('position', '>', ROWS / 2)
      .where('version_from', '=', 1)
      .execute()

    await client.datasets.change({ dataset: id, put: [{ inputs: { q: 'One more' } }] })

    expect(await last()).toMatchObject({ version: 1, reference: 'yes' })
    expect(await client.datasets.get({ dataset: id })).toMatchObject({ examples: ROWS + 1 })
    const found = await client.datasets.examples({ dataset: id, offset: ROWS, limit: 9 })
    expect(found.items).toMatchObject([{ inputs: { q: 'One more' } }])
  })
})
