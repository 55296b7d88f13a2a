import { expect, test } from 'vitest'
import { openedFor } from '../../testing/databases.ts'
import { createTestApp, TEST_TOKEN } from '../../testing/test-app.ts'

// On Postgres other connections do not see a running import.
const db = openedFor('sqlite')

test('an import is cancelled when the client disconnects', async () => {
  const { client, serve } = createTestApp(db())
  const { url, close } = await serve()
  const { id } = await client.datasets.create({ name: 'Left' })
  const rows = Array.from({ length: 60_000 }, (_, at) => `Why ${at}?`)
  const plan = encodeURIComponent(JSON.stringify({ columns: { q: 'inputs.q' } }))
  const leaving = new AbortController()
  const isWriting = async () =>
    await db().selectFrom('datasets').select('is_writing').executeTakeFirstOrThrow()

  const sent = fetch(`${url}/api/datasets/${id}/import?plan=${plan}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'text/plain' },
    body: `q\n${rows.join('\n')}\n`,
    signal: leaving.signal,
  })
  await expect.poll(isWriting).toEqual({ is_writing: 1 })
  leaving.abort()

  await expect(sent).rejects.toThrow('aborted')
  await client.datasets.change({ dataset: id, put: [{ inputs: { q: 'Instead' } }] })
  expect(await client.datasets.examples({ dataset: id })).toMatchObject({
    version: 1,
    items: [{ inputs: { q: 'Instead' } }],
  })
  await close()
})
