import { expect, onTestFinished, test } from 'vitest'
import { Lexemes, type StoredWords } from './lexeme-worker.ts'
import { toVectors } from './lexemes.ts'
import type { BufferedSpan } from './text-index.ts'

const stored = (spanId: string, said: unknown): StoredWords => ({
  traceId: 'trace',
  spanId,
  isEnded: true,
  name: 'agent',
  model: null,
  error: null,
  payloads: [Buffer.from(JSON.stringify(said)), null],
})

const handed = (spanId: string, said: unknown): BufferedSpan => ({
  traceId: 'trace',
  spanId,
  isEnded: true,
  name: 'agent',
  model: null,
  error: null,
  payloads: [JSON.stringify(said)],
})

test('splits stored spans and spans in memory into the same words, also after a rest', async () => {
  const lexemes = new Lexemes()
  onTestFinished(() => lexemes.end())
  const [vector] = toVectors('agent\nAn éclair\nBread')

  const first = await lexemes.splitStored([stored('a', 'An éclair'), stored('b', 'Bread')])
  lexemes.rest()
  const again = await lexemes.splitBuffered([handed('a', 'An éclair'), handed('b', 'Bread')])

  expect(first.map(({ spanIds }) => spanIds)).toEqual([['a', 'b']])
  expect(again).toEqual(first)
  expect(vector && Buffer.from(again[0]?.vector ?? []).equals(vector)).toBe(true)
})

test('leaves out a span with damaged JSON and splits the words of the others', async () => {
  const lexemes = new Lexemes()
  onTestFinished(() => lexemes.end())
  const broken = { ...stored('a', ''), payloads: [new Uint8Array([9, 9, 9])] }

  const parts = await lexemes.splitStored([broken, stored('b', 'Bread')])

  expect(parts.map(({ spanIds }) => spanIds)).toEqual([['b']])
})

test('groups ended spans by trace, and puts each running span in its own group', async () => {
  const lexemes = new Lexemes()
  onTestFinished(() => lexemes.end())

  const parts = await lexemes.splitStored([
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
