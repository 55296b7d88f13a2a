import { expect, test } from 'vitest'
import { readModelInputs, readModelOutputs } from './model-call.ts'

const thought = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Which tool?' }] }

const call = { type: 'function_call', id: 'fc', call_id: 'c1', name: 'map', arguments: '{"at":1}' }

test('the items of an answer become one message', () => {
  const said = {
    type: 'message',
    id: 'm1',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'A moment.' }],
  }
  expect(readModelOutputs({ object: 'response', output: [thought, said, call] })?.message).toEqual({
    role: 'assistant',
    id: 'm1',
    content: [{ type: 'text', text: 'A moment.' }],
    reasoning: 'Which tool?',
    toolCalls: [{ id: 'c1', name: 'map', args: { at: 1 } }],
  })
})

test('a tool result becomes a tool message', () => {
  const given = { type: 'function_call_output', call_id: 'c1', output: 'north' }
  const asked = { role: 'user', content: 'Where?' }
  expect(readModelInputs({ input: [asked, thought, call, given] }, {})?.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant', reasoning: 'Which tool?' },
    { role: 'assistant', toolCalls: [{ id: 'c1', name: 'map' }] },
    { role: 'tool', content: 'north', toolCallId: 'c1' },
  ])
})

test('a conversation in a step’s output is not joined into one answer', () => {
  const talk = [
    { role: 'user', content: 'Where?' },
    { role: 'assistant', content: 'Here.' },
  ]
  expect(readModelOutputs({ output: talk })).toBeUndefined()
})
