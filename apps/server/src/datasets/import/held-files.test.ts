import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp, TEST_TOKEN } from '../../testing/test-app.ts'

const row = `"Why? ${'And so on. '.repeat(20)}",yes\n`
/** Large enough for a worker thread. */
const file = `q,expected\n${row.repeat(2_000)}`
const columns = { q: 'inputs.q', expected: 'reference' }

describeDatabases('uploaded files', (db) => {
  let close: (() => Promise<void>) | undefined
  afterEach(async () => await close?.())

  test('uploaded files count against the limit until they are processed', async () => {
    const room = String(Math.round(file.length * 1.5))
    const names = ['DATASET', 'READING', 'REQUEST', 'CAPSULE', 'MEDIA']
    const env = Object.fromEntries(names.map((name) => [`LATHE_${name}_BYTES`, room]))
    const { client, context, serve } = createTestApp(db(), { env })
    const server = await serve()
    close = server.close
    const { id } = await client.datasets.create({ name: 'Large' })
    const plan = encodeURIComponent(JSON.stringify({ columns }))
    const send = async () =>
      await fetch(`${server.url}/api/datasets/${id}/import?plan=${plan}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'text/plain' },
        body: file,
      })

    // Another writer holds the dataset, so the first file is read and waits.
    const { promise: isChanged, resolve: changed } = Promise.withResolvers<void>()
    const changing = db().portable.exclusively([`dataset/${id}`], () => isChanged)
    const first = send()
    await expect
      .poll(() => [context.files.heldBytes, context.reading.heldBytes])
      .toEqual([file.length, 0])
    const refused = await send()
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'OVERLOADED' }])
    changed()
    await changing

    expect((await first).status).toBe(200)
    expect(context.files.heldBytes).toBe(0)
    expect((await send()).status).toBe(200)
  })
})
