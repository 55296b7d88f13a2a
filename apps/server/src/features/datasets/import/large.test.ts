import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { createTestApp, TEST_TOKEN } from '../../../testing/test-app.ts'

const ROWS = 5_000
const linesOf = (answer: string) =>
  Array.from(
    { length: ROWS },
    (_, at) => `k${at},"Why, ${at}? ${'And so on. '.repeat(25)}",${answer}\n`,
  )
const fileOf = (lines: readonly string[]) => `id,q,expected\n${lines.join('')}`
const columns = { id: 'id', q: 'inputs.q', expected: 'reference' }

describeDatabases('a file of more than one part', (db) => {
  let close: (() => Promise<void>) | undefined
  afterEach(async () => await close?.())

  const start = async () => {
    const { client, serve } = createTestApp(db())
    const server = await serve()
    close = server.close
    const { id } = await client.datasets.create({ name: 'Large' })
    const take = async (body: string, plan: object = {}) => {
      const query = encodeURIComponent(JSON.stringify({ columns, ...plan }))
      const answer = await fetch(`${server.url}/api/datasets/${id}/import?plan=${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'text/plain' },
        body,
      })
      return { status: answer.status, body: (await answer.json()) as unknown }
    }
    const last = async () =>
      (await client.datasets.examples({ dataset: id, offset: ROWS - 1, limit: 1 })).items[0]
    return { id, client, take, last }
  }

  test('is added in its order, and changed when it comes again', async () => {
    const { take, last } = await start()

    expect((await take(fileOf(linesOf('yes')))).body).toMatchObject({ version: 1, added: ROWS })
    expect(await last()).toMatchObject({ reference: 'yes', metadata: { id: `k${ROWS - 1}` } })
    expect((await take(fileOf(linesOf('no')))).body).toMatchObject({ added: 0, changed: ROWS })
    expect(await last()).toMatchObject({ reference: 'no', version: 2 })
  })

  test('that broke off is swept away before the next change', async () => {
    const { take, client, id, last } = await start()
    await take(fileOf(linesOf('yes')))
    // As a commit leaves it that was killed in the middle.
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
