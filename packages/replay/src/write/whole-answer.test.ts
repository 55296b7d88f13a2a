import { expect, test } from 'vitest'
import { wholeAnswer } from './whole-answer.ts'

test('a call that stands far away leaves no list of nothing up to it', () => {
  const call = { index: 4_000_000_000, id: 'one', function: { name: 'look_up', arguments: '{}' } }
  const event = { choices: [{ delta: { tool_calls: [call] } }] }

  expect(wholeAnswer(`data: ${JSON.stringify(event)}\n\ndata: [DONE]`)).toMatchObject({
    choices: [{ message: { tool_calls: [{ id: 'one', function: { name: 'look_up' } }] } }],
  })
})
