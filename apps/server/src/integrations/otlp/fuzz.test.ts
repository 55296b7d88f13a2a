import * as fc from 'fast-check'
import { protobufExport } from '../endpoints.fixture.ts'
import { describeFuzzedReceiver } from './fuzzed-receiver.fixture.ts'

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

describeFuzzedReceiver('the OTLP receiver', { signal: 'traces', asJson, asProtobuf })
