import {
  mergePartsById,
  type OtlpLog,
  type OtlpSpan,
  type SpanPart,
  toLogParts,
  toSpanPart,
} from '@lathe/traces'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIngestBatch } from '../ingest/ingest-batch.ts'
import { createIngest } from '../ingest/ingest.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { createPartSerializer } from './serialized-part.ts'
import { findSpan } from '../query/read-details.ts'
import { findTrace } from '../query/read-traces.ts'

const START = Date.UTC(2026, 10, 20, 12) * 1_000
const SPAN_ID = 'b7ad6b7169203331'

const about = (traceId: string) => ({
  traceId,
  spanId: SPAN_ID,
  resource: { 'service.name': 'any order' },
  scope: '',
})

const log = (traceId: string, after: number, name: string, content: string): OtlpLog => ({
  ...about(traceId),
  at: START + after,
  observedAt: 0,
  name,
  severity: 'INFO',
  gravity: 9,
  body: name === '' ? content : { content },
  attributes: {},
  isSampled: true,
})

const span = (traceId: string): OtlpSpan => ({
  ...about(traceId),
  parentSpanId: '',
  name: 'chat',
  startedAt: START + 10,
  endedAt: START + 1_000,
  attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 7 },
  events: [{ at: START + 20, name: 'retry', attributes: {} }],
  links: [],
  status: { code: 1, message: '' },
})

/** A span and its log records in three batches. */
const partsOf = (traceId: string): SpanPart[] => [
  toSpanPart(span(traceId)),
  ...toLogParts([
    log(traceId, 0, 'gen_ai.system.message', 'Brief.'),
    log(traceId, 0, 'gen_ai.user.message', 'Moon?'),
  ]),
  ...toLogParts([log(traceId, 500, '', 'slow today')]),
  ...toLogParts([log(traceId, 900, 'gen_ai.choice', 'Far.')]),
]

describeDatabases('log records of spans', (db) => {
  const ingest = () =>
    createIngest({
      db: db(),
      prices: { of: async () => () => ({ total: 3, input: 1, output: 2, priceId: 'p' }) },
      queueBytes: 1_000_000,
    })
  let traces = 0
  const store = async (parts: readonly SpanPart[]) =>
    await ingest().store({ ...createIngestBatch('otlp'), parts: parts.map(createPartSerializer()) })

  test('log records of spans produce the same span in any order, batches and repetition', async () => {
    const orders = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 })
    const again = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 })
    const sizes = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 7, maxLength: 7 })
    let expected: unknown
    await fc.assert(
      fc.asyncProperty(orders, again, sizes, async (order, repeats, cuts) => {
        traces += 1
        const parts = partsOf(traces.toString(16).padStart(32, '0'))
        const [{ traceId = '', id } = { id: '' }] = parts
        const sent = [...order, ...repeats].flatMap((index) => parts[index] ?? [])
        for (const size of cuts) await store(mergePartsById(sent.splice(0, size)))
        const { trace } = (await findTrace(db(), DEFAULT_WORKSPACE, traceId)) ?? {}
        const told = {
          span: { ...(await findSpan(db(), DEFAULT_WORKSPACE, traceId, id)), id: '', traceId: '' },
          trace: { ...trace, id: '', rootId: '', projectId: '', lastReceivedAt: 0 },
        }
        expected ??= told
        expect(told).toEqual(expected)
      }),
      { numRuns: 40 },
    )
    expect(expected).toMatchObject({
      trace: { title: 'Moon?', status: 'success', startedAt: START + 10, spanCount: 1 },
      span: {
        parentId: null,
        inputs: { messages: [{ content: 'Brief.' }, { content: 'Moon?' }] },
        outputs: { messages: [{ content: 'Far.' }] },
        usage: { input: 7 },
      },
    })
  })
})
