import { expect, onTestFinished, test } from 'vitest'
import { Lexemes, type StoredWords } from './lexemes-apart.ts'
import { toVectors } from './lexemes.ts'

const stored = (spanId: string, said: unknown): StoredWords => ({
  traceId: 'trace',
  spanId,
  name: 'agent',
  model: null,
  error: null,
  payloads: [Buffer.from(JSON.stringify(said)), null],
})

test('words of spans that were stored and of those at hand are told apart alike, also after a rest', async () => {
  const lexemes = new Lexemes()
  onTestFinished(() => lexemes.end())
  const [vector] = toVectors('agent\nAn éclair')

  const first = await lexemes.ofStored([stored('a', 'An éclair'), stored('b', 'Bread')])
  lexemes.rest()
  const again = await lexemes.ofHanded([
    {
      traceId: 'trace',
      spanId: 'a',
      isEnded: true,
      name: 'agent',
      model: null,
      error: null,
      payloads: [JSON.stringify('An éclair')],
    },
  ])

  expect(first.map(({ spanId }) => spanId)).toEqual(['a', 'b'])
  expect(again).toEqual(first.slice(0, 1))
  expect(vector && Buffer.from(again[0]?.vector ?? []).equals(vector)).toBe(true)
})

test('what cannot be read keeps no other from being told apart', async () => {
  const lexemes = new Lexemes()
  onTestFinished(() => lexemes.end())
  const broken = { ...stored('a', ''), payloads: [new Uint8Array([9, 9, 9])] }

  const parts = await lexemes.ofStored([broken, stored('b', 'Bread')])

  expect(parts.map(({ spanId }) => spanId)).toEqual(['b'])
})
