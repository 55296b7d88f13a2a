import type { Exchange, Json } from '@lathe/contract'
import { expect, test } from 'vitest'
import { answerIn } from './answer-in.ts'

function answered(...chunks: string[]): Pick<Exchange, 'touch'> {
  const request = { method: 'POST', url: 'http://x', headers: {}, body: null }
  const recorded = chunks.map((data) => ({ atMs: 0, data, encoding: 'utf8' as const }))
  const response = { status: 200, headers: {}, chunks: recorded }
  return { touch: { type: 'http', request, response } }
}
const event = (value: Json) => `data: ${JSON.stringify(value)}\n\n`
const piece = (id: string, delta: Json) => event({ id, choices: [{ index: 0, delta }] })

test('two streams that say the same are equal, whatever their ids, chunks and usage', () => {
  const one = answered(
    piece('a', { content: 'Hel' }),
    piece('a', { content: 'lo' }),
    'data: [DONE]\n',
  )
  const whole = piece('b', { content: 'Hello' })
  const other = answered(whole.slice(0, 9), whole.slice(9), event({ id: 'b', usage: { total: 9 } }))

  expect(answerIn(one)).toEqual({ text: 'Hello', calls: [] })
  expect(answerIn(other)).toEqual(answerIn(one))
})

test('tool calls count by name and arguments, streamed or not', () => {
  const call = (args: string, more = {}) => ({
    function: { name: 'add', arguments: args },
    ...more,
  })
  const streamed = answered(
    piece('a', { tool_calls: [{ index: 0, id: 'made up', ...call('{"n"') }] }),
    piece('a', { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
  )
  const plain = answered(
    JSON.stringify({ choices: [{ message: { content: null, tool_calls: [call('{"n":1}')] } }] }),
  )

  expect(answerIn(streamed)).toEqual({ text: '', calls: [{ name: 'add', args: '{"n":1}' }] })
  expect(answerIn(plain)).toEqual(answerIn(streamed))
})

test('what is no completion counts as it is', () => {
  expect(answerIn(answered('{"data":[1]}'))).toEqual({ data: [1] })
  expect(answerIn(answered('not JSON'))).toBe('not JSON')
  expect(answerIn({ touch: { type: 'call', request: {}, result: 3 } })).toBe(3)
})
