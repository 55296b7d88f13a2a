import { afterEach, expect, test } from 'vitest'
import { type Answer, startServer } from '../testing/http-server.ts'
import { connectionTo, quickAccess, testPorts } from '../testing/model-access.ts'
import { listModels, testConnection } from './connection.ts'
import { createEmbeddings } from './load-models.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})
async function connected(answer: Answer) {
  const server = await startServer(answer)
  closing.push(() => server.close())
  return { server, connection: connectionTo(server.url), fetch: quickAccess().direct }
}
const models = { data: [{ id: 'b', owned_by: 'them' }, { id: 'a' }] }

test('lists the models of a connection by name', async () => {
  const { connection, fetch } = await connected(
    (_, response) => void response.end(JSON.stringify(models)),
  )

  expect(await listModels(connection, fetch)).toEqual([
    { id: 'a', ownedBy: null },
    { id: 'b', ownedBy: 'them' },
  ])
  expect(await testConnection(connection, fetch)).toMatchObject({ ok: true, models: 2 })
})

test.each<[string, Answer, string]>([
  ['rejects the key', (_, response) => void response.writeHead(401).end('{}'), 'AUTHENTICATION'],
  ['has no API', (_, response) => void response.end('<html>'), 'BAD_RESPONSE'],
  ['is overloaded', (_, response) => void response.writeHead(503).end(), 'PROVIDER_ERROR'],
])('the test of a connection fails if the provider %s', async (_, answer, code) => {
  const { server, connection, fetch } = await connected(answer)

  expect(await testConnection(connection, fetch)).toMatchObject({ ok: false, error: { code } })
  expect(server.seen).toHaveLength(1)
})

test('embeds texts in their order, in batches of some hundred', async () => {
  const { server, connection } = await connected(({ body }, response) => {
    const { input }: { input: string[] } = JSON.parse(body)
    const data = input.map((text, index) => ({ index, embedding: [Number(text)] }))
    response.end(JSON.stringify({ data: data.toReversed() }))
  })
  const { ports, exchanges } = testPorts()
  const fetch = quickAccess().forRun(ports)
  const embeddings = await createEmbeddings({ connection, model: 'embed', fetch })
  const texts = Array.from({ length: 300 }, (_, index) => String(index))

  expect(await embeddings.embedDocuments(texts)).toEqual(texts.map((text) => [Number(text)]))
  expect(await embeddings.embedQuery('7')).toEqual([7])
  expect(server.seen).toHaveLength(3)
  expect(exchanges.map(({ kind, address }) => [kind, address.ordinal])).toEqual([
    ['embedding', 0],
    ['embedding', 1],
    ['embedding', 2],
  ])
})

test('rejects a model that does not embed', async () => {
  const { connection, fetch } = await connected((_, response) => void response.end('{"data":[]}'))
  const embeddings = await createEmbeddings({ connection, model: 'chat', fetch })

  await expect(embeddings.embedQuery('x')).rejects.toMatchObject({ code: 'BAD_RESPONSE' })
})
