import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { breakBody } from '../../testing/broken-bodies.ts'
import type { Delivery } from '../../ingest/delivery.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { useLangsmithServer } from '../../testing/langsmith-harness.ts'
import { expectStored } from '../../testing/store-deliveries.ts'
import { protobufLogs } from './logs.fixture.ts'
import { readExport } from './read-export.ts'

/** Sent to a server, and read and stored without one. */
const SENT = 60
const READ = 5_000

const NAMES = [
  'gen_ai.user.message',
  'gen_ai.tool.message',
  'gen_ai.choice',
  'gen_ai.client.inference.operation.details',
  'gen_ai.evaluation.result',
  'exception',
  '',
]
const name = fc.constantFrom(...NAMES)
const text = fc.string().map((stringValue) => ({ stringValue }))
const value = fc.oneof(
  text,
  fc
    .array(
      fc.record({ key: fc.constantFrom('content', 'message', 'id', '__proto__'), value: text }),
    )
    .map((values) => ({ kvlistValue: { values } })),
  fc.jsonValue({ maxDepth: 3 }),
)
const attribute = fc.record({
  key: fc.constantFrom(
    'event.name',
    'gen_ai.input.messages',
    'gen_ai.output.messages',
    'gen_ai.evaluation.name',
    'gen_ai.evaluation.score.value',
    'log.severity',
    'a',
  ),
  value,
})
const record = fc.record(
  {
    traceId: fc.constantFrom('0af7651916cd43dd8448eb211c80319c', 'x', ''),
    spanId: fc.constantFrom('b7ad6b7169203331', 'c7ad6b7169203331', '0'.repeat(16), ''),
    timeUnixNano: fc.oneof(fc.constant('1795191254851001999'), fc.jsonValue({ maxDepth: 1 })),
    observedTimeUnixNano: fc.constantFrom('1795191254851001999', null, '7'),
    severityNumber: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
    severityText: fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 })),
    flags: fc.oneof(fc.constantFrom(0, 1, 257), fc.jsonValue({ maxDepth: 1 })),
    eventName: fc.oneof(name, fc.jsonValue({ maxDepth: 1 })),
    body: value,
    attributes: fc.array(attribute, { maxLength: 4 }),
  },
  { requiredKeys: ['traceId', 'spanId'] },
)
const asJson = fc
  .array(record, { maxLength: 4 })
  .map((logRecords) =>
    Buffer.from(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })),
  )
const asProtobuf = fc
  .record({ name, body: fc.string(), value: fc.string() })
  .map((given) => protobufLogs(given.name, given.body, given.value))

const anyExport = fc.oneof(
  asJson.map((body) => ({ encoding: 'json' as const, body })),
  asProtobuf.map((body) => ({ encoding: 'protobuf' as const, body })),
)

describeDatabases('the door of log records', (db, engine) => {
  const start = useLangsmithServer(db)

  test('answers whatever is sent, and goes on', async () => {
    const server = await start()
    await fc.assert(
      fc.asyncProperty(anyExport, breakBody, async ({ encoding, body }, breaking) => {
        const type = encoding === 'json' ? 'application/json' : 'application/x-protobuf'
        const response = await fetch(`${server.url}/v1/logs`, {
          method: 'POST',
          headers: { 'content-type': type },
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
        const reading = await readExport(breaking(body), { signal: 'logs', encoding, depth: 64 })
        if ('problem' in reading) problems.push(reading.problem)
        else deliveries.push(withExpected(reading.delivery))
      }),
      { numRuns: engine === 'sqlite' ? READ : READ / 20 },
    )
    await expectStored(db(), deliveries)
    expect(problems).not.toContain('')
  })
})

/** What waits for a span that may never come is not there to be found. */
const withExpected = (delivery: Delivery): Delivery => ({
  ...delivery,
  parts: delivery.parts.filter(({ traceId }) => traceId !== undefined),
})
