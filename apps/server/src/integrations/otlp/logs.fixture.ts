import protobuf from 'protobufjs/minimal.js'

/** Encodes one log record with an event name, a body and an attribute. */
export function protobufLogs(name: string, body: string, value: string): Buffer {
  const writer = protobuf.Writer.create().uint32(10).fork().uint32(18).fork().uint32(18).fork()
  writer.uint32(9).fixed64(1_795_191_254).uint32(16).int32(9).uint32(98).string(name)
  writer.uint32(42).fork().uint32(10).string(body).ldelim().uint32(69).fixed32(1)
  writer.uint32(74).bytes(Buffer.alloc(16, 7)).uint32(82).bytes(Buffer.alloc(8, 7))
  writer.uint32(50).fork().uint32(10).string('key').uint32(18).fork()
  writer.uint32(10).string(value).ldelim().ldelim()
  return Buffer.from(writer.ldelim().ldelim().ldelim().finish())
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'
export const LOG_TIME = 1_795_191_254_851_001

const text = (stringValue: string) => ({ stringValue })

const toAttributes = (values: Record<string, string>) =>
  Object.entries(values).map(([key, value]) => ({ key, value: text(value) }))

type RecordOverrides = Record<string, unknown>

export const logRecord = (body: string, overrides: RecordOverrides = {}) => ({
  traceId: TRACE,
  spanId: SPAN,
  timeUnixNano: `${LOG_TIME + 1_000}000`,
  flags: 1,
  body: text(body),
  ...overrides,
})

/** An event as emitted by model instrumentations. */
export const contentRecord = (name: string, content: string, overrides: RecordOverrides = {}) => ({
  ...logRecord('', overrides),
  eventName: name,
  body: { kvlistValue: { values: [{ key: 'content', value: text(content) }] } },
})

export const createLogs = (...logRecords: object[]) =>
  JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })

/** The span of the records. */
export const createSpan = (
  overrides: RecordOverrides = {},
  attributes: Record<string, string> = {},
) =>
  JSON.stringify({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId: TRACE,
                spanId: SPAN,
                name: 'chat gpt-5',
                startTimeUnixNano: `${LOG_TIME}000`,
                endTimeUnixNano: `${LOG_TIME + 1_000_000}000`,
                attributes: toAttributes({ 'gen_ai.operation.name': 'chat', ...attributes }),
                ...overrides,
              },
            ],
          },
        ],
      },
    ],
  })

export const evaluation = (values: Record<string, string>, score: number) => ({
  ...logRecord(''),
  eventName: 'gen_ai.evaluation.result',
  attributes: [
    ...toAttributes(values),
    { key: 'gen_ai.evaluation.score.value', value: { doubleValue: score } },
  ],
})
