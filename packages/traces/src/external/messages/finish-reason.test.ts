import type { JsonObject } from '@lathe/contract'
import { expect, test } from 'vitest'
import { cutShortBy } from './finish-reason.ts'
import { readModelOutputs } from './model-call.ts'

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
])('an answer that was cut off is told by %s', (_, outputs, metadata) => {
  const read = readModelOutputs(outputs, metadata)

  expect(read?.message).toMatchObject({ content: expect.anything() })
  expect(cutShortBy(read?.finishReason ?? null)).toBe('length')
})

test.each([
  ['SAFETY', 'filter'],
  ['content-filter', 'filter'],
  ['stop', undefined],
  ['tool_calls', undefined],
  [null, undefined],
])('%s is what stopped an answer: %s', (reason, by) => {
  expect(cutShortBy(reason)).toBe(by)
})
