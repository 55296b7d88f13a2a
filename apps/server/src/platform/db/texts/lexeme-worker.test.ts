import { expect, onTestFinished, test } from 'vitest'
import { LexemeWorker, type StoredWords } from './lexeme-worker.ts'
import { toVectors } from './lexemes.ts'
import type { BufferedSpan } from './text-index.ts'

const stored = (spanId: string, value: unknown): StoredWords => ({
  traceId: 'trace',
  spanId,
  isEnded: true,
  name: 'agent',
  model: null,
  error: null,
  payloads: [Buffer.from(JSON.stringify(value)), null],
})

const buffered = (spanId: string, value: unknown): BufferedSpan => ({
  traceId: 'trace',
  spanId,
  isEnded: true,
  name: 'agent',
  model: null,
  error: null,
  payloads: [JSON.stringify(value)],
})

test('splits stored spans and spans in memory into the same words, also after a rest', async () => {
  const worker = new LexemeWorker()
  onTestFinished(() => worker.end())
  const [vector] = toVectors('agent\nAn éclair\nBread')

  const first = await worker.splitStored([stored('a', 'An éclair'), stored('b', 'Bread')])
  worker.rest()
  const again = await worker.splitBuffered([buffered('a', 'An éclair'), buffered('b', 'Bread')])

  expect(first.map(({ spanIds }) => spanIds)).toEqual([['a', 'b']])
  expect(again).toEqual(first)
  expect(vector && Buffer.from(again[0]?.vector ?? []).equals(vector)).toBe(true)
})

test('leaves out a span with damaged JSON and splits the words of the others', async () => {
  const worker = new LexemeWorker()
  onTestFinished(() => worker.end())
  const broken = { ...stored('a', ''), payloads: [new Uint8Array([9, 9, 9])] }

  const parts = await worker.splitStored([broken, stored('b', 'Bread')])

  expect(parts.map(({ spanIds }) => spanIds)).toEqual([['b']])
})

test('groups ended spans by trace, and puts each running span in its own group', async () => {
  const worker = new LexemeWorker()
  onTestFinished(() => worker.end())

  const parts = await worker.splitStored([
    stored('a', 'one'),
    { ...stored('b', 'two'), isEnded: false },
    { ...stored('c', 'three'), traceId: 'other' },
    stored('d', 'four'),
  ])

  expect(parts.map(({ traceId, spanIds }) => [traceId, ...spanIds])).toEqual([
    ['trace', 'a', 'd'],
    ['trace', 'b'],
    ['other', 'c'],
  ])
})
