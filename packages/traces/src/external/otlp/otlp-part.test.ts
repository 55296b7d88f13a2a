import type { JsonObject } from '@lathe/contract'
import { expect, test } from 'vitest'
import { readModelInputs, readModelOutputs } from '../messages/model-call.ts'
import { type OtlpSpan } from './otlp-span.ts'
import { toSpanPart } from './otlp-part.ts'

const partOf = (attributes: JsonObject, over: Partial<OtlpSpan> = {}) =>
  toSpanPart({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    parentSpanId: '',
    name: 'span',
    startedAt: 1_795_191_254_851_001,
    endedAt: 1_795_191_255_851_001,
    attributes,
    events: [],
    links: [],
    status: { code: 0, message: '' },
    resource: { 'service.name': 'shop' },
    scope: '',
    ...over,
  })

const talk = (part: ReturnType<typeof partOf>) => ({
  asked: readModelInputs(part.inputs ?? null, part.metadata ?? {})?.messages,
  answered: readModelOutputs(part.outputs ?? null)?.message,
})

const asked = [{ role: 'user', content: 'Where?' }]

test('GenAI before v1.37: a prompt as one text, as numbered attributes, and as events', () => {
  const old = { 'gen_ai.system': 'openai', 'gen_ai.request.model': 'gpt-4o' }
  const usage = { 'gen_ai.usage.prompt_tokens': 5, 'gen_ai.usage.completion_tokens': 2 }
  const whole = partOf({
    ...old,
    ...usage,
    'gen_ai.operation.name': 'chat',
    'gen_ai.prompt': JSON.stringify({ messages: asked }),
    'gen_ai.completion': JSON.stringify({ role: 'assistant', content: 'Here.' }),
  })
  expect(whole).toMatchObject({
    kind: 'model',
    provider: 'openai',
    model: 'gpt-4o',
    usage: { input: 5, output: 2 },
    project: { name: 'shop' },
  })
  expect(talk(whole)).toMatchObject({ asked, answered: { content: 'Here.' } })

  const numbered = partOf({
    ...old,
    ...usage,
    'gen_ai.prompt.0.role': 'user',
    'gen_ai.prompt.0.content': 'Where?',
    'gen_ai.completion.0.role': 'assistant',
    'gen_ai.completion.0.content': '',
    'gen_ai.completion.0.tool_calls.0.id': 'c1',
    'gen_ai.completion.0.tool_calls.0.name': 'map',
    'gen_ai.completion.0.tool_calls.0.arguments': '{"at":1}',
  })
  expect(talk(numbered)).toMatchObject({
    asked,
    answered: { toolCalls: [{ id: 'c1', name: 'map', args: { at: 1 } }] },
  })

  const events = partOf(
    { ...old, 'gen_ai.operation.name': 'chat' },
    {
      events: [
        { at: 1, name: 'gen_ai.user.message', attributes: { content: 'Where?' } },
        { at: 2, name: 'gen_ai.choice', attributes: { message: '{"content":"Here."}' } },
      ],
    },
  )
  expect(talk(events)).toMatchObject({ asked, answered: { content: 'Here.' } })
})

test('keeps the requested model if another one answered', () => {
  const call = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-4o' }
  const dated = 'gpt-4o-2024-08-06'

  expect(partOf({ ...call, 'gen_ai.response.model': dated })).toMatchObject({
    model: dated,
    asked: 'gpt-4o',
  })
  expect(partOf(call)).not.toHaveProperty('asked')
})

test('OpenInference: nested messages, pictures, tokens and costs', () => {
  const part = partOf({
    'openinference.span.kind': 'LLM',
    'llm.model_name': 'claude',
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.contents.0.message_content.type': 'text',
    'llm.input_messages.0.message.contents.0.message_content.text': 'Where?',
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'c1',
    'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'map',
    'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"at":1}',
    'llm.token_count.prompt': 9,
    'llm.token_count.completion': 4,
    'llm.token_count.prompt_details.cache_read': 3,
    'llm.cost.total': 0.002,
    'session.id': 'talk-1',
    'tag.tags': ['a', 'b'],
  })
  expect(part).toMatchObject({
    kind: 'model',
    model: 'claude',
    usage: { input: 9, output: 4, cachedRead: 3 },
    cost: { total: 2_000_000, priceId: 'sent' },
    threadId: 'talk-1',
    tags: ['a', 'b'],
  })
  expect(talk(part)).toMatchObject({
    asked: [{ role: 'user', content: [{ type: 'text', text: 'Where?' }] }],
    answered: { toolCalls: [{ name: 'map', args: { at: 1 } }] },
  })
  expect(
    partOf({
      'openinference.span.kind': 'RETRIEVER',
      'input.value': '{"q":1}',
      'output.value': 'plain',
    }),
  ).toMatchObject({ kind: 'retriever', inputs: { q: 1 }, outputs: { output: 'plain' } })
})

test('Traceloop: entities by their kind, association properties as metadata', () => {
  expect(
    partOf({
      'traceloop.span.kind': 'tool',
      'traceloop.entity.name': 'search',
      'traceloop.entity.input': '{"inputs":{"q":"x"}}',
      'traceloop.association.properties.user': 'u1',
    }),
  ).toMatchObject({
    kind: 'tool',
    name: 'search',
    inputs: { inputs: { q: 'x' } },
    metadata: { user: 'u1' },
  })
})

test('Vercel AI: the inner span is the model call, its answer a message', () => {
  const outer = partOf({ 'ai.operationId': 'ai.generateText', 'gen_ai.operation.name': 'chat' })
  expect(outer.kind).toBe('chain')
  const inner = partOf({
    'ai.operationId': 'ai.generateText.doGenerate',
    'ai.model.id': 'gpt-5',
    'ai.prompt.messages': JSON.stringify([
      { role: 'user', content: [{ type: 'text', text: 'Where?' }] },
    ]),
    'ai.response.text': 'Here.',
    'ai.response.toolCalls': JSON.stringify([{ toolCallId: 'c', toolName: 'map', input: {} }]),
    'ai.usage.promptTokens': 3,
    'ai.usage.completionTokens': 1,
    'ai.telemetry.metadata.user': 'u2',
  })
  expect(inner).toMatchObject({
    kind: 'model',
    model: 'gpt-5',
    usage: { input: 3, output: 1 },
    metadata: { user: 'u2' },
  })
  expect(talk(inner)).toMatchObject({
    asked: [{ role: 'user' }],
    answered: { content: 'Here.', toolCalls: [{ id: 'c', name: 'map' }] },
  })
})

test('Logfire: messages as events in an attribute', () => {
  const part = partOf({
    'gen_ai.operation.name': 'chat',
    all_messages_events: JSON.stringify(asked),
    final_result: 'Here.',
  })
  expect(talk(part)).toMatchObject({ asked, answered: { content: 'Here.' } })
})

test('OpenInference: retrieved documents', () => {
  const { kind, inputs, outputs, metadata } = partOf({
    'openinference.span.kind': 'RETRIEVER',
    'input.value': 'moon',
    'retrieval.documents.0.document.id': 'd1',
    'retrieval.documents.0.document.content': 'The moon',
    'retrieval.documents.0.document.score': 0.9,
    'retrieval.documents.0.document.metadata': '{"page":3}',
  })

  expect({ kind, inputs, outputs }).toEqual({
    kind: 'retriever',
    inputs: { input: 'moon' },
    outputs: { documents: [{ id: 'd1', content: 'The moon', score: 0.9, metadata: { page: 3 } }] },
  })
  expect(JSON.stringify(metadata)).not.toContain('The moon')
})

test('Logfire: events of a call as text', () => {
  const { inputs, outputs } = partOf({
    events: JSON.stringify([
      { 'event.name': 'gen_ai.user.message', role: 'user', content: 'Hi' },
      { 'event.name': 'gen_ai.choice', message: { role: 'assistant', content: 'Ho' } },
    ]),
  })

  expect(inputs).toEqual({ messages: [{ role: 'user', content: 'Hi' }] })
  expect(outputs).toEqual({ messages: [{ role: 'assistant', content: 'Ho' }] })
})

test('LangSmith’s own attributes take precedence', () => {
  expect(
    partOf(
      {
        'langsmith.span.kind': 'tool',
        'gen_ai.operation.name': 'chat',
        'langsmith.trace.name': 'mine',
        'langsmith.trace.session_name': 'project',
        'langsmith.span.tags': 'a, b',
        'langsmith.metadata.thread_id': 't',
        'langsmith.span.parent_id': '00000000-0000-0000-1111-222233334444',
      },
      { parentSpanId: '5555666677778888' },
    ),
  ).toMatchObject({
    kind: 'tool',
    name: 'mine',
    project: { name: 'project' },
    tags: ['a', 'b'],
    threadId: 't',
    parentId: partOf({}, { spanId: '1111222233334444' }).id,
  })
})

test('reports why a span failed, but no failure for a caught exception', () => {
  const thrown = {
    at: 5,
    name: 'exception',
    attributes: {
      'exception.type': 'TypeError',
      'exception.message': 'no',
      'exception.stacktrace': 's',
    },
  }
  const status = { code: 2, message: '' }
  expect(partOf({}, { events: [thrown], status }).error).toMatchObject({
    message: 'TypeError: no',
    stack: 's',
  })
  expect(partOf({}, { events: [thrown], status: { code: 1, message: '' } }).error).toBeUndefined()
  expect(partOf({}, { endedAt: 0 }).endedAt).toBeUndefined()
})

test('splits a stack from the message', () => {
  const message = 'node broke\n\nTypeError: node broke\n    at run (a.mjs:1:2)'

  expect(partOf({}, { status: { code: 2, message } }).error).toMatchObject({
    message: 'node broke',
    type: 'TypeError',
    stack: expect.stringContaining('at run (a.mjs:1:2)'),
  })
})

test.each([1e300, -5, 1e12])('ignores a first chunk after %d seconds', (seconds) => {
  const part = partOf({ 'gen_ai.response.time_to_first_chunk': seconds })
  expect(part.firstTokenAt).toBeUndefined()
})

test('an event with an invalid time gets the start of its span', () => {
  const events = [0, 2 ** 54].map((at) => ({ at, name: 'first_token', attributes: {} }))
  const part = partOf({}, { events })
  expect(part.events?.map(({ at }) => at)).toEqual([part.startedAt, part.startedAt])
  // The time is unknown, so it is not treated as immediate.
  expect(part.firstTokenAt).toBeUndefined()
})

test('an agent span keeps its original name', () => {
  const agent = { 'openinference.span.kind': 'AGENT', 'gen_ai.agent.name': 'support' }

  const root = partOf(agent, { name: 'handle ticket' })
  const child = partOf(agent, { name: 'plan', parentSpanId: '00f067aa0ba902b7' })

  expect([root.name, child.name]).toEqual(['handle ticket', 'plan'])
  expect(root.metadata).toMatchObject({ otel: { 'gen_ai.agent.name': 'support' } })
})

test.each<[string, JsonObject, JsonObject, string | undefined]>([
  ['the resource', {}, { 'deployment.environment.name': 'staging' }, 'staging'],
  ['an older resource', {}, { 'deployment.environment': 'staging' }, 'staging'],
  ['the span', { 'deployment.environment.name': 'eu' }, { 'deployment.environment': 'us' }, 'eu'],
  ['LangSmith metadata', { 'langsmith.metadata.environment': 'staging' }, {}, 'staging'],
  ['Langfuse', { 'langfuse.environment': 'staging' }, {}, 'staging'],
  [
    'a built-in name in capitals',
    {},
    { 'deployment.environment.name': 'Production' },
    'production',
  ],
  ['no name', { 'langfuse.environment': 'default' }, {}, undefined],
])('the environment of a trace comes from %s', (_, attributes, resource, expected) => {
  expect(partOf(attributes, { resource }).environment).toBe(expected)
})
