import { ZERO_USAGE, type SpanDetail } from '@lathe/contract'
import { expect, test } from 'vitest'
import { createRecorder } from './recorder.ts'
import { noTotals } from './usage.ts'

const called = (asked: string, answered: string): SpanDetail | undefined => {
  const spans: SpanDetail[] = []
  const recorder = createRecorder({
    traceId: '01a20000-0000-7000-8000-000000000001',
    sink: {
      event: () => undefined,
      span: (span) => spans.push(span),
      exchange: () => undefined,
      flushed: async () => undefined,
    },
    clock: { now: () => 1 },
    price: (model) =>
      model === 'gpt-4o'
        ? { total: 3, input: 1, output: 2, priceId: 'own' }
        : { total: null, input: null, output: null, priceId: null },
    totals: noTotals,
  })
  const open = { parentId: null, node: null, superstep: null, inputs: null, model: asked }
  const span = recorder.start({ kind: 'model', name: asked, ...open })
  recorder.answeredBy(span, answered)
  recorder.end(span, { status: 'success', usage: { ...ZERO_USAGE, input: 1, output: 1 } })
  return spans.at(-1)
}

test('a call answered by another model keeps the requested name and its price', () => {
  expect(called('gpt-4o', 'gpt-4o-2024-08-06')).toMatchObject({
    model: 'gpt-4o-2024-08-06',
    asked: 'gpt-4o',
    cost: { total: 3, priceId: 'own' },
  })
})

test('a call answered by its own model has no requested name', () => {
  expect(called('gpt-4o', 'gpt-4o')).not.toHaveProperty('asked')
  expect(called('house-model', 'gpt-4o')).toMatchObject({
    asked: 'house-model',
    cost: { total: 3 },
  })
})
