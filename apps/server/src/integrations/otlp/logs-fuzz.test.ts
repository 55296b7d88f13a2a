import * as fc from 'fast-check'
import type { IngestBatch } from '../../traces/ingest/ingest-batch.ts'
import { describeFuzzedReceiver } from './fuzzed-receiver.fixture.ts'
import { protobufLogs } from './logs.fixture.ts'

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
  .map((recordFields) => protobufLogs(recordFields.name, recordFields.body, recordFields.value))

/** Feedback that waits for its span cannot be read back. */
const withExpected = (batch: IngestBatch): IngestBatch => ({
  ...batch,
  parts: batch.parts.filter(({ traceId }) => traceId !== undefined),
})

describeFuzzedReceiver('the receiver of log records', {
  signal: 'logs',
  asJson,
  asProtobuf,
  expected: withExpected,
})
