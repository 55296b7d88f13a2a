import { DUPLICATE } from '@lathe/contract'
import { type OtlpSpan, toSpanPart, traceUuid } from '@lathe/traces'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIngestBatch } from '../ingest/ingest-batch.ts'
import { createIngest } from '../ingest/ingest.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { createPartSerializer, withSearchText } from './serialized-part.ts'
import { metricsSeries } from '../metrics/metric-points.ts'
import { findTrace } from '../query/read-traces.ts'
import { HOUR } from '../metrics/rollup-rows.ts'
import { ms, NOON } from './span.fixture.ts'

const LANGCHAIN = '@traceloop/instrumentation-langchain'
const OPENAI = '@traceloop/instrumentation-openai'

let traces = 0

function newTrace() {
  traces += 1
  const traceId = traces.toString(16).padStart(32, '0')
  let spans = 0
  const span = (more: Partial<OtlpSpan>): OtlpSpan => {
    spans += 1
    return {
      traceId,
      spanId: spans.toString(16).padStart(16, '0'),
      parentSpanId: '',
      name: 'run',
      startedAt: NOON,
      endedAt: NOON + ms(1_000),
      attributes: {},
      events: [],
      links: [],
      status: { code: 0, message: '' },
      resource: {},
      scope: 'app',
      ...more,
    }
  }
  const root = span({})
  const call = (scope: string, question: string, from: number, to: number): OtlpSpan =>
    span({
      parentSpanId: root.spanId,
      name: 'chat gpt-5',
      scope,
      startedAt: NOON + ms(from),
      endedAt: NOON + ms(to),
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'gpt-5',
        ...(scope === OPENAI && { 'gen_ai.response.model': 'gpt-5-2026-01-01' }),
        'gen_ai.usage.input_tokens': 10,
        'gen_ai.usage.output_tokens': 1,
        'gen_ai.input.messages': JSON.stringify([
          { role: 'user', parts: [{ type: 'text', content: question }] },
        ]),
      },
    })
  return { id: traceUuid(traceId), root, call }
}

describeDatabases('calls reported by two instrumentations', (db) => {
  const store = async (spans: readonly OtlpSpan[], carry = createPartSerializer()) => {
    const prices = { of: async () => () => ({ total: 3, input: 1, output: 2, priceId: 'p' }) }
    const ingest = createIngest({ db: db(), prices, queueBytes: 1_000_000 })
    const parts = spans.map((span) => carry(toSpanPart(span)))
    await ingest.store({ ...createIngestBatch('otlp'), parts })
  }
  const read = async (id: string) => {
    const found = await findTrace(db(), DEFAULT_WORKSPACE, id)
    const tagged = found?.spans.filter(({ tags }) => tags.includes(DUPLICATE)) ?? []
    return { trace: found?.trace, duplicates: tagged.length }
  }

  test('calls reported by two instrumentations count once in any order and batches', async () => {
    const orders = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7, maxLength: 7 })
    const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 7, maxLength: 7 })
    await fc.assert(
      fc.asyncProperty(orders, sizes, fc.boolean(), async (order, cuts, hasWords) => {
        const { id, root, call } = newTrace()
        const spans = [
          root,
          call(LANGCHAIN, 'first', 0, 100),
          call(OPENAI, 'first', 10, 90),
          call(LANGCHAIN, 'same', 200, 320),
          call(LANGCHAIN, 'same', 200, 300),
          call(OPENAI, 'same', 210, 310),
          call(OPENAI, 'same', 210, 290),
        ]
        const sent = order.flatMap((index) => spans[index] ?? [])
        for (const size of cuts)
          await store(
            sent.splice(0, size),
            hasWords ? createPartSerializer(withSearchText) : createPartSerializer(),
          )

        const { trace, duplicates } = await read(id)
        expect(trace).toMatchObject({ spanCount: 7, usage: { input: 30 }, cost: 9 })
        expect(duplicates).toBe(3)
      }),
      { numRuns: 15 },
    )
  })

  test('calls reported by two instrumentations count once in charts even if the second report arrives later', async () => {
    const { root, call } = newTrace()
    await store([root, call(LANGCHAIN, 'hello', 0, 100)])
    await store([call(OPENAI, 'hello', 10, 90)])

    const range = { from: NOON - HOUR, to: NOON + HOUR }
    const { total } = await metricsSeries(db(), DEFAULT_WORKSPACE, range, 'hour')

    expect(total).toMatchObject({ runs: 1, modelCalls: 1, usage: { input: 10 }, cost: 3 })
  })

  test.each([
    ['equal calls of one instrumentation', OPENAI, 'hello', 0],
    ['calls with other messages', LANGCHAIN, 'goodbye', 0],
    ['calls that follow each other', LANGCHAIN, 'hello', 500],
  ])('calls reported by two instrumentations leave %s alone', async (_, scope, question, from) => {
    const { id, root, call } = newTrace()

    await store([root, call(OPENAI, 'hello', 0, 100), call(scope, question, from, from + 100)])

    expect(await read(id)).toMatchObject({ duplicates: 0, trace: { usage: { input: 20 } } })
  })
})
