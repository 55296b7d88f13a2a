import { type Json, type SpanDetail, ZERO_USAGE } from '@lathe/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRecorder, jsonBytes, tokenBuffer, type TokenSource } from './recorder.ts'
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

const values: Json[] = [
  null,
  true,
  -1.5e300,
  'Zürich "quoted"\n🙂',
  [],
  {},
  [1, 'two', null, [3]],
  { a: { ключ: ['x', { y: false }] }, b: '\u0000\ud800' },
  { text: 'é'.repeat(20_000), more: 'é'.repeat(20_000) },
  'plain ~!#[]'.repeat(2_000),
  'back\\slash'.repeat(2_000),
  '"quote'.repeat(2_000),
]

test.each(values.map((value) => ({ value, json: JSON.stringify(value) })))(
  'counts the bytes of $json',
  ({ value, json }) => {
    expect(jsonBytes(value)).toBe(Buffer.byteLength(json))
  },
)

const source = (spanId: string): TokenSource => ({
  node: 'write',
  taskId: 'task',
  superstep: 1,
  spanId,
  messageId: spanId,
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function buffer() {
  const given: string[] = []
  const tokens = tokenBuffer({
    event: ({ spanId, channel, text }) => given.push(`${spanId} ${channel} ${text}`),
  })
  return { given, tokens }
}

describe('the token buffer', () => {
  test('sends the first token at once and a burst together', () => {
    const { given, tokens } = buffer()
    const write = source('a')

    for (const text of ['One', ' two', ' three']) tokens.push(write, 'text', text)
    const atOnce = [...given]
    vi.advanceTimersByTime(10)

    expect(atOnce).toEqual(['a text One'])
    expect(given).toEqual(['a text One', 'a text  two three'])
  })

  test('the token buffer does not delay slow tokens', () => {
    const { given, tokens } = buffer()
    const write = source('a')

    for (const text of ['One', ' two', ' three']) {
      tokens.push(write, 'text', text)
      vi.advanceTimersByTime(50)
    }

    expect(given).toEqual(['a text One', 'a text  two', 'a text  three'])
  })

  test('separates calls and channels, each in order', () => {
    const { given, tokens } = buffer()
    const [a, b] = [source('a'), source('b')]

    tokens.push(a, 'reasoning', 'Hm')
    tokens.push(a, 'reasoning', 'm')
    tokens.push(b, 'text', 'Yes')
    tokens.push(a, 'text', 'No')
    tokens.push(a, 'text', '!')
    tokens.flush()

    expect(given.filter((line) => line.startsWith('a'))).toEqual([
      'a reasoning Hm',
      'a reasoning m',
      'a text No!',
    ])
    expect(given).toContain('b text Yes')
  })

  test('sends waiting tokens before another event', () => {
    const { given, tokens } = buffer()

    tokens.push(source('a'), 'text', 'One')
    tokens.push(source('a'), 'text', ' two')
    tokens.flush()

    expect(given).toEqual(['a text One', 'a text  two'])
  })
})
