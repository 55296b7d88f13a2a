import type { JsonObject } from '@lathe/contract'
import { expect, test } from 'vitest'
import { findTruncation, readModelInputs, readModelOutputs } from './model-call.ts'
import { readMessages } from './read-message.ts'

test.each<[string, JsonObject]>([
  ['Anthropic', { system: [{ type: 'text', text: 'Be brief' }] }],
  ['Responses', { instructions: 'Be brief' }],
  ['Google', { systemInstruction: { parts: [{ text: 'Be brief' }] } }],
])('instructions next to the messages, as in %s, become the first message', (_of, beside) => {
  const asked = readModelInputs({ ...beside, messages: [{ role: 'user', content: 'Hi' }] }, {})
  const [system, user] = asked?.messages ?? []

  expect(system?.role).toBe('system')
  expect(JSON.stringify(system?.content)).toContain('Be brief')
  expect(user).toEqual({ role: 'user', content: 'Hi' })
})

test.each([0, true, { parts: 'none' }, {}])(
  'empty instructions such as %j are ignored',
  (system) => {
    const messages = [{ role: 'user', content: 'Hi' }]

    expect(readModelInputs({ system, messages }, {})?.messages).toEqual(messages)
  },
)

test('instructions are not repeated if the messages start with their own', () => {
  const messages = [
    { role: 'system', content: 'Be brief' },
    { role: 'user', content: 'Hi' },
  ]

  expect(readModelInputs({ system: 'Be brief', messages }, {})?.messages).toEqual(messages)
})

test.each<[string, JsonObject]>([
  ['LangSmith', { langsmith: { invocation_params: { model: 'm', temperature: 0.2 } } }],
  ['OpenTelemetry', { otel: { 'gen_ai.request.model': 'm', 'gen_ai.request.temperature': 0.2 } }],
  ['OpenInference', { otel: { 'llm.invocation_parameters': '{"model":"m","temperature":0.2}' } }],
  ['the Vercel SDK', { otel: { 'ai.settings.temperature': 0.2 } }],
])('reads the settings of a model call from %s', (_of, metadata) => {
  const asked = readModelInputs({ messages: [{ role: 'user', content: 'Hi' }] }, metadata)

  expect(asked?.settings).toEqual({ temperature: 0.2 })
})

test('tool results and an agent’s following text become separate messages', () => {
  const answer = (id: string, response: string) => ({ type: 'tool_call_response', id, response })
  const parts = [
    { type: 'text', content: 'Both are fine' },
    { type: 'tool_call', id: 'a', name: 'look', arguments: { at: 1 } },
    { type: 'tool_call', id: 'b', name: 'look', arguments: { at: 2 } },
    answer('a', 'one'),
    answer('b', 'two'),
  ]

  expect(readMessages([{ role: 'assistant', parts }])).toMatchObject([
    { role: 'assistant', content: '', toolCalls: [{ id: 'a' }, { id: 'b' }] },
    { role: 'tool', toolCallId: 'a', content: 'one' },
    { role: 'tool', toolCallId: 'b', content: 'two' },
    { role: 'assistant', content: 'Both are fine' },
  ])
  expect(readMessages([{ role: 'tool', parts: parts.slice(3) }])).toHaveLength(2)
})

test('earlier tool calls and results are read in the format of chat completions', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'map', arguments: '{"at":1}' } }
  const messages = [
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', content: 'north', tool_call_id: 'c1' },
  ]

  expect(readModelInputs({ messages }, {})?.messages).toEqual([
    { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'map', args: { at: 1 } }] },
    { role: 'tool', content: 'north', toolCallId: 'c1' },
  ])
})

const message = { role: 'assistant', content: 'It is min' }

const kwargs = { content: 'It is min', response_metadata: { stop_reason: 'max_tokens' } }

const langchain = { id: ['langchain', 'messages', 'AIMessage'], kwargs }

test.each<[string, JsonObject, JsonObject?]>([
  ['Chat Completions', { choices: [{ message, finish_reason: 'length' }] }],
  ['Anthropic', { ...message, stop_reason: 'max_tokens' }],
  ['LangChain', { generations: [[{ text: '', message: langchain, generationInfo: {} }]] }],
  ['OpenTelemetry', { messages: [{ ...message, finish_reason: 'length' }] }],
  [
    'an attribute of OpenTelemetry',
    { messages: [message] },
    { otel: { 'gen_ai.response.finish_reasons': '["length"]' } },
  ],
  ['the Vercel SDK', { messages: [message] }, { otel: { 'ai.response.finishReason': 'length' } }],
  [
    'the Responses API',
    {
      output: [{ type: 'message', ...message }],
      incomplete_details: { reason: 'max_output_tokens' },
    },
  ],
  ['Lathe', { message, finishReason: 'length' }],
])('reads that an answer was truncated from %s', (_, outputs, metadata) => {
  const read = readModelOutputs(outputs, metadata)

  expect(read?.message).toMatchObject({ content: expect.anything() })
  expect(findTruncation(read?.finishReason ?? null)).toBe('length')
})

test.each([
  ['SAFETY', 'filter'],
  ['content-filter', 'filter'],
  ['stop', undefined],
  ['tool_calls', undefined],
  [null, undefined],
])('%s is truncated by: %s', (reason, by) => {
  expect(findTruncation(reason)).toBe(by)
})
