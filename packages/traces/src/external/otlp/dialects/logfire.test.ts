import { expect, test } from 'vitest'
import { inputTitle } from '../../input-title.ts'
import { readModelOutputs } from '../../messages/model-call.ts'
import { readPayload } from '../otlp-payload.ts'

const payload = (attributes: Record<string, string>) =>
  readPayload({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    parentSpanId: '',
    name: 'agent run',
    startedAt: 1,
    endedAt: 2,
    attributes,
    events: [],
    links: [],
    status: { code: 0, message: '' },
    resource: {},
    scope: 'pydantic-ai',
  })

test('a run’s inputs exclude the answer, for events with and without roles', () => {
  const { inputs, outputs } = payload({
    all_messages_events: JSON.stringify([
      { 'event.name': 'gen_ai.user.message', content: 'Weather in Paris?' },
      { 'event.name': 'gen_ai.assistant.message', role: 'assistant', content: 'Sunny' },
    ]),
    final_result: 'Sunny',
  })
  expect(inputTitle(inputs ?? null)).toBe('Weather in Paris?')
  expect(outputs).toEqual({ output: 'Sunny' })
})

test('a run’s messages are read in parts, with tool results', () => {
  const { inputs, outputs } = payload({
    'pydantic_ai.all_messages': JSON.stringify([
      { role: 'system', parts: [{ type: 'text', content: 'Be brief.' }] },
      { role: 'user', parts: [{ type: 'text', content: 'Weather in Paris?' }] },
      { role: 'assistant', parts: [{ type: 'tool_call', id: 'c', name: 'sky', arguments: {} }] },
      { role: 'user', parts: [{ type: 'tool_call_response', id: 'c', name: 'sky', result: 1 }] },
      { role: 'assistant', parts: [{ type: 'text', content: 'Sunny' }] },
    ]),
  })
  expect(inputTitle(inputs ?? null)).toBe('Weather in Paris?')
  expect(JSON.stringify(outputs)).toContain('Sunny')
  expect(readModelOutputs(outputs ?? null)?.message).toBeDefined()
})
