import type { Json, JsonObject } from '@lathe/contract'
import { expect, test } from 'vitest'
import { readModelInputs, readModelOutputs } from '../../messages/model-call.ts'
import { toSpanPart } from '../otlp-part.ts'
import type { OtlpLog } from '../otlp-span.ts'
import { logsToSpan } from './log-spans.ts'
import { toLogEvent } from './log-events.ts'

const log = (name: string, body: Json, attributes: JsonObject = {}): OtlpLog => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  at: 1_795_457_013_365_000,
  observedAt: 0,
  name,
  severity: '',
  gravity: 9,
  body,
  attributes,
  isSampled: true,
  resource: {},
  scope: '',
})

const DETAILS = 'gen_ai.client.inference.operation.details'

const details = (attributes: JsonObject) => log(DETAILS, null, attributes)

function talk(...logs: OtlpLog[]) {
  const span = logsToSpan(logs.map(toLogEvent))
  const { inputs = null, outputs = null, ...part } = span ? toSpanPart(span) : {}
  return {
    part,
    asked: readModelInputs(inputs, {})?.messages,
    answered: readModelOutputs(outputs)?.message,
  }
}

const call = {
  id: 'call_1',
  type: 'function',
  function: { name: 'weather', arguments: '{"city":"Paris"}' },
}

test('OpenAI’s messages are inputs, and the choice is the output', () => {
  const { part, asked, answered } = talk(
    log('', { content: 'Brief.' }, { 'event.name': 'gen_ai.system.message' }),
    log('', { content: 'Paris?' }, { 'event.name': 'gen_ai.user.message' }),
    log('', { tool_calls: [call] }, { 'event.name': 'gen_ai.assistant.message' }),
    log('', { id: 'call_1', content: '{"degrees":18}' }, { 'event.name': 'gen_ai.tool.message' }),
    log(
      'gen_ai.choice',
      { finish_reason: 'stop', index: 0, message: { content: 'Mild.' } },
      { 'gen_ai.system': 'openai' },
    ),
  )

  expect(asked).toMatchObject([
    { role: 'system', content: 'Brief.' },
    { role: 'user', content: 'Paris?' },
    { role: 'assistant', toolCalls: [{ id: 'call_1', name: 'weather', args: { city: 'Paris' } }] },
    { role: 'tool', toolCallId: 'call_1', content: '{"degrees":18}' },
  ])
  expect(answered).toMatchObject({ role: 'assistant', content: 'Mild.' })
  expect(part).toMatchObject({ kind: 'model', provider: 'openai' })
})

test.each([
  ['in its message', { finish_reason: 'tool_calls', message: { tool_calls: [call] } }],
  ['beside it, as Vertex AI has them', { message: { role: 'assistant' }, tool_calls: [call] }],
])('a choice may have tool calls %s', (_, body) => {
  expect(talk(log('gen_ai.choice', body)).answered).toMatchObject({
    toolCalls: [{ name: 'weather' }],
  })
})

test('.NET sends message bodies as JSON text', () => {
  const { asked } = talk(log('gen_ai.user.message', '{"content":"Paris?"}'))
  expect(asked).toMatchObject([{ role: 'user', content: 'Paris?' }])
})

test('Bedrock sends texts in lists', () => {
  const { asked } = talk(log('gen_ai.user.message', { content: [{ text: 'Paris?' }] }))
  expect(asked).toMatchObject([{ role: 'user', content: [{ type: 'text', text: 'Paris?' }] }])
})

test('nested messages of Google are unwrapped', () => {
  const said = (role: string, text: string) => ({ role, parts: [{ text }] })
  const { asked, answered } = talk(
    log('gen_ai.user.message', {
      content: [said('user', 'Hi'), said('model', 'Ho'), said('user', 'Paris?')],
    }),
    log('gen_ai.choice', { index: 0, content: said('model', 'Mild.') }),
  )

  expect(asked).toMatchObject([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Ho' },
    { role: 'user', content: 'Paris?' },
  ])
  expect(answered).toMatchObject({ role: 'assistant', content: 'Mild.' })
})

test('an operation details event describes a call like its span', () => {
  const text = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] })
  const { part, asked, answered } = talk(
    details({
      'gen_ai.operation.name': 'chat',
      'gen_ai.response.model': 'gpt-5',
      'gen_ai.usage.input_tokens': 12,
      'gen_ai.system_instructions': [{ type: 'text', content: 'Brief.' }],
      'gen_ai.input.messages': [text('user', 'Paris?')],
      'gen_ai.output.messages': [{ ...text('assistant', 'Mild.'), finish_reason: 'stop' }],
    }),
  )

  expect(part).toMatchObject({ kind: 'model', model: 'gpt-5', usage: { input: 12 } })
  expect(asked).toMatchObject([{ content: 'Brief.' }, { content: 'Paris?' }])
  expect(answered?.content).toBe('Mild.')
})

test('the pieces of a streamed answer become one answer', () => {
  const piece = (part: JsonObject) =>
    details({ 'gen_ai.output.messages': [{ role: 'assistant', parts: [part] }] })
  const { answered } = talk(
    details({
      'gen_ai.input.messages': [
        { role: 'user', parts: [{ type: 'text', content: 'Paris?' }] },
        { role: 'user', parts: [{ type: 'tool_call_response', call_id: 'c1', response: '18' }] },
      ],
    }),
    piece({ type: 'reasoning', text: 'Which city?' }),
    piece({ type: 'text', content: 'Mild.' }),
  )

  expect(answered).toMatchObject({ content: 'Mild.', reasoning: 'Which city?' })
})

test('a tool result of any role becomes a tool message', () => {
  const part = { type: 'tool_call_response', call_id: 'c1', response: '18' }
  const { asked } = talk(details({ 'gen_ai.input.messages': [{ role: 'user', parts: [part] }] }))
  expect(asked).toMatchObject([{ role: 'tool', toolCallId: 'c1', content: '18' }])
})

const named = { ...call, function: { name: 'weather' } }

const wordless = (type: string) => [{ role: 'assistant', parts: [{ type, name: 'weather' }] }]

test.each([
  [
    'messages',
    [
      log('gen_ai.user.message', {}),
      log('gen_ai.assistant.message', { tool_calls: [named] }),
      log('gen_ai.tool.message', { id: 'call_1' }),
      log('gen_ai.choice', { finish_reason: 'stop', index: 0, message: {} }),
    ],
  ],
  [
    'details',
    [
      details({ 'gen_ai.input.messages': wordless('text') }),
      details({ 'gen_ai.output.messages': wordless('tool_call') }),
    ],
  ],
])('%s without recorded content give no messages', (_, logs) => {
  const { part, ...said } = talk(...logs)
  expect(said).toEqual({})
  expect(part).toMatchObject({ kind: 'model' })
})

test('an answer may consist of a tool call without arguments', () => {
  const { answered } = talk(
    log('gen_ai.user.message', { content: 'What time is it?' }),
    log('gen_ai.choice', { message: { tool_calls: [{ id: 'c1', function: { name: 'now' } }] } }),
  )
  expect(answered).toMatchObject({ toolCalls: [{ name: 'now', args: {} }] })
})

test('other log records do not describe a call', () => {
  expect(logsToSpan([toLogEvent(log('', 'slow today'))])).toBeUndefined()
})
