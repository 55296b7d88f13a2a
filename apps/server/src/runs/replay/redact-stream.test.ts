import type { RecordedChunk } from '@lathe/contract'
import { expect, test } from 'vitest'
import { redactChunks, spreadText } from './redact-stream.ts'

const SECRET = 'sk-abcdef'
const secrets = {
  locate: (text: string) =>
    [...text.matchAll(/sk-abcdef/g)].map(({ index }) => ({
      start: index,
      end: index + SECRET.length,
      placeholder: '[S]',
    })),
}
const chunk = (data: string, atMs = 0): RecordedChunk => ({ data, atMs, encoding: 'utf8' })
const event = (content: string) => `data: ${JSON.stringify({ delta: { content } })}\n\n`
const textIn = (chunks: readonly RecordedChunk[]) =>
  chunks
    .map(({ data }) => data)
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)).delta.content)

test.each([
  [['a sk-abcdef b'], ['a [S] b']],
  [
    ['a sk-', 'abc', 'def b'],
    ['a [S]', '', ' b'],
  ],
  [
    ['sk-abcdefsk-ab', 'cdef'],
    ['[S][S]', ''],
  ],
  [
    ['a', '', 'b'],
    ['a', '', 'b'],
  ],
])('spreadOver(%j) returns %j', (pieces, redacted) => {
  expect(spreadText(pieces, secrets)).toEqual(redacted)
})

test('redactChunks finds a secret that a model streamed in several events', () => {
  const chunks = [
    chunk(event('use sk-'), 1),
    chunk(event('abc') + event('def'), 2),
    chunk('data: [DONE]\n\n', 3),
  ]

  const redacted = redactChunks(chunks, secrets)

  expect(textIn(redacted)).toEqual(['use [S]', '', ''])
  expect(redacted.map(({ atMs }) => atMs)).toEqual([1, 2, 3])
  expect(redacted[0]?.data).toBe(event('use [S]'))
  expect(redacted[2]?.data).toBe('data: [DONE]\n\n')
})

test('redactChunks finds a secret in an event that is cut by the network', () => {
  const text = event('one sk-abcdef') + event('two')
  const chunks = [chunk(text.slice(0, 12)), chunk(text.slice(12, 40)), chunk(text.slice(40))]

  expect(textIn(redactChunks(chunks, secrets))).toEqual(['one [S]', 'two'])
})

test('redactChunks keeps the bytes of an answer without secrets', () => {
  const chunks = [chunk('data: {"a" : 1}\r\n'), chunk('\r\nplain')]

  expect(redactChunks(chunks, secrets)).toEqual(chunks)
})
