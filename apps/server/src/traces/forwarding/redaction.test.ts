import { Redaction } from '@lathe/contract'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'
import {
  receivedSpans,
  KEY,
  LOOPBACK,
  startForwarder,
  startReceiver,
} from './forwarding.fixture.ts'

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })
const PRIVATE = 'my-own-words'

/** A span with an unknown semantic convention. */
const span = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  name: 'acme.step',
  startTimeUnixNano: '1795191254851001999',
  endTimeUnixNano: '1795191255851001999',
  status: { code: 2, message: `Cannot read ${PRIVATE}` },
  attributes: [
    text('acme.question', PRIVATE),
    text('acme.answer.0.text', PRIVATE),
    text('haystack.component.input', `{"of":"${PRIVATE}"}`),
    { key: 'acme.price', value: { doubleValue: 4217.25 } },
    { key: 'acme.deep', value: { kvlistValue: { values: [text('of', PRIVATE)] } } },
    { key: 'http.route', value: { kvlistValue: { values: [text('of', PRIVATE)] } } },
    text('langsmith.metadata.original', PRIVATE),
    text('acme.customer', 'customer-7'),
    text('gen_ai.request.model', 'model-7'),
    text('scope', `All of ${PRIVATE}`),
  ],
  events: [
    { name: 'acme.said', timeUnixNano: '1795191254851001999', attributes: [text('of', PRIVATE)] },
    {
      name: 'exception',
      timeUnixNano: '1795191254851001999',
      attributes: [text('exception.type', 'AcmeError'), text('exception.message', PRIVATE)],
    },
  ],
  links: [
    {
      traceId: '0af7651916cd43dd8448eb211c80319d',
      spanId: 'b7ad6b7169203332',
      attributes: [text('of', PRIVATE)],
    },
  ],
}
const resource = {
  attributes: [text('service.name', 'shop'), text('process.command_args', PRIVATE)],
}

describeDatabases('forwarding', (db) => {
  test('sends hidden content under no custom name', async () => {
    const receiver = await startReceiver()
    const app = createTestApp(db(), { env: LOOPBACK })
    await app.client.forwarding.edit({
      isOn: true,
      sendsExternal: true,
      endpoint: receiver.apiUrl,
      key: KEY,
      redaction: Redaction.parse({ hidesInputs: true, passes: ['acme.customer'] }),
    })
    const server = await app.serve()
    const body = { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] }
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/v1/traces`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    await server.close()

    await startForwarder(app, db())
    const status = async () => (await app.client.forwarding.get({})).status
    await expect.poll(status).toMatchObject({ waiting: 0, sentSpans: 1 })

    const { id } = await receiver.db.selectFrom('traces').select('id').executeTakeFirstOrThrow()
    const arrived = JSON.stringify(await receivedSpans(receiver.db, id))
    expect(arrived).not.toMatch(/my-own-words|4217/)
    for (const kept of [
      'acme.step',
      'AcmeError',
      'customer-7',
      'model-7',
      'shop',
      span.traceId.slice(0, -1),
    ])
      expect(arrived).toContain(kept)
  })
})
