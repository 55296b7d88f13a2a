import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { breakBody } from '../../testing/broken-bodies.ts'
import type { Delivery } from '../../ingest/delivery.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { useLangsmithServer } from '../../testing/langsmith-harness.ts'
import { expectStored } from '../../testing/store-deliveries.ts'
import { protobufExport } from '../doors.fixture.ts'
import { readExport } from './read-export.ts'

/** Sent to a server, and read and stored without one. */
const SENT = 60
const READ = 5_000

const attribute = fc.record({
  key: fc.constantFrom(
    'gen_ai.prompt',
    'gen_ai.usage.input_tokens',
    'langsmith.span.kind',
    '__proto__',
    'a.0.b',
    'a',
  ),
  value: fc.oneof(
    fc.record({ stringValue: fc.string() }),
    fc.record({ intValue: fc.oneof(fc.integer(), fc.string()) }),
    fc.record({ bytesValue: fc.string() }),
    fc.jsonValue({ maxDepth: 3 }),
  ),
})
const span = fc.record(
  {
    traceId: fc.constantFrom('0af7651916cd43dd8448eb211c80319c', 'x', ''),
    spanId: fc.constantFrom('b7ad6b7169203331', 'c7ad6b7169203331', '0'.repeat(16)),
    parentSpanId: fc.constantFrom('', 'c7ad6b7169203331', 'no'),
    name: fc.oneof(fc.string(), fc.constant(null)),
    startTimeUnixNano: fc.oneof(fc.constant('1795191254851001999'), fc.jsonValue({ maxDepth: 1 })),
    endTimeUnixNano: fc.oneof(fc.constant('1795191255851001999'), fc.jsonValue({ maxDepth: 1 })),
    attributes: fc.array(attribute, { maxLength: 4 }),
    events: fc.jsonValue({ maxDepth: 3 }),
    status: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: ['traceId', 'spanId'] },
)
const asJson = fc
  .array(span, { maxLength: 4 })
  .map((spans) => Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })))

const asProtobuf = fc
  .record({ name: fc.string(), value: fc.string() })
  .map(({ name, value }) => protobufExport(name, value))

const anyExport = fc.oneof(
  asJson.map((body) => ({ encoding: 'json' as const, body })),
  asProtobuf.map((body) => ({ encoding: 'protobuf' as const, body })),
)

describeDatabases('the OTLP door', (db, engine) => {
  const start = useLangsmithServer(db)

  test('answers whatever is sent, and goes on', async () => {
    const server = await start()
    await fc.assert(
      fc.asyncProperty(anyExport, breakBody, async ({ encoding, body }, breaking) => {
        const response = await fetch(`${server.url}/v1/traces`, {
          method: 'POST',
          headers: {
            'content-type': encoding === 'json' ? 'application/json' : 'application/x-protobuf',
          },
          body: new Uint8Array(breaking(body)),
        })
        await response.arrayBuffer()
        expect([200, 400, 413, 415]).toContain(response.status)
      }),
      { numRuns: SENT },
    )
    for (const trace of (await server.client.traces.list({ limit: 200 })).items) {
      const { spans } = await server.client.traces.get({ id: trace.id })
      for (const { id } of spans) await server.client.traces.span({ traceId: trace.id, spanId: id })
    }
    expect(server.log.filter((line) => line.includes('request failed'))).toEqual([])
  })

  test('stores what is good of any export and refuses the rest by name', async () => {
    const deliveries: Delivery[] = []
    const problems: string[] = []
    await fc.assert(
      fc.asyncProperty(anyExport, breakBody, async ({ encoding, body }, breaking) => {
        const reading = await readExport(breaking(body), { signal: 'traces', encoding, depth: 64 })
        if ('delivery' in reading) deliveries.push(reading.delivery)
        else problems.push(reading.problem)
      }),
      { numRuns: engine === 'sqlite' ? READ : READ / 20 },
    )
    await expectStored(db(), deliveries)
    expect(problems).not.toContain('')
  })
})
