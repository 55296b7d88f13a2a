import type { JsonObject } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { readModelInputs, readModelOutputs } from '../messages/model-call.ts'
import { toSpanPart } from './otlp-part.ts'
import type { OtlpSpan } from './otlp-span.ts'

const partOf = (attributes: JsonObject, over: Partial<OtlpSpan> = {}) =>
  toSpanPart({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    parentSpanId: '',
    name: 'span',
    startedAt: 1_795_191_254_851_000,
    endedAt: 1_795_191_255_851_000,
    attributes,
    events: [],
    links: [],
    status: { code: 1, message: '' },
    resource: {},
    scope: '',
    ...over,
  })

const answerIn = (attributes: JsonObject) =>
  readModelOutputs(partOf(attributes).outputs ?? null)?.message

describe('Vercel AI', () => {
  test('version 7 reads the runtime context as metadata, session and tags', () => {
    expect(
      partOf({
        'gen_ai.operation.name': 'invoke_agent',
        'ai.settings.context.sessionId': 's-9',
        'ai.settings.context.tags': ['nightly'],
        'ai.settings.context.plan': 'pro',
      }),
    ).toMatchObject({ threadId: 's-9', tags: ['nightly'], metadata: { plan: 'pro' } })
  })

  test('version 7 does not count the span around embedding requests', () => {
    const embeddings = { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': 'small' }
    expect(partOf(embeddings, { scope: 'gen_ai' }).kind).toBe('chain')
    expect(partOf(embeddings, { scope: 'mine' }).kind).toBe('embedding')
    const counted = { ...embeddings, 'gen_ai.usage.input_tokens': 7 }
    expect(partOf(counted, { scope: 'gen_ai' }).kind).toBe('embedding')
  })

  test('a model’s reasoning belongs to its answer', () => {
    const answer = answerIn({
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.response.text': 'Hello.',
      'ai.response.reasoning': 'I think about it.',
    })
    expect(answer).toMatchObject({ content: 'Hello.', reasoning: 'I think about it.' })
  })

  test('reasoning of earlier messages is read as reasoning', () => {
    const said = {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Which tool?' },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Paris' } },
      ],
    }
    const { inputs } = partOf({ 'ai.prompt.messages': JSON.stringify([said]) })
    expect(readModelInputs(inputs ?? null, {})?.messages).toMatchObject([
      { content: [], reasoning: 'Which tool?', toolCalls: [{ name: 'weather' }] },
    ])
  })

  test('a requested object is the model’s answer', () => {
    const object = { 'ai.response.object': '{"city":"Paris"}' }
    const call = { ...object, 'ai.operationId': 'ai.generateObject.doGenerate' }
    expect(answerIn(call)?.content).toBe('{"city":"Paris"}')
    const around = { ...object, 'ai.operationId': 'ai.generateObject' }
    expect(partOf(around).outputs).toEqual({ city: 'Paris' })
  })

  test('vectors are read as numbers', () => {
    const { outputs } = partOf({ 'ai.embeddings': ['[0.1,0.2]', '[0.3,0.4]'] })
    expect(outputs).toEqual({
      embeddings: [
        [0.1, 0.2],
        [0.3, 0.4],
      ],
    })
  })

  test.each([
    ['openai.responses', 'openai'],
    ['azure.ai.inference', 'azure.ai.inference'],
  ])('the provider %s becomes %s', (said, provider) => {
    expect(partOf({ 'gen_ai.provider.name': said }).provider).toBe(provider)
  })
})

describe('OpenInference', () => {
  const llm = { 'openinference.span.kind': 'LLM' }

  test('reasoning of the Responses API belongs to the following answer', () => {
    const message = 'llm.output_messages'
    const answer = answerIn({
      ...llm,
      [`${message}.0.message.role`]: 'assistant',
      [`${message}.0.message.contents.0.message_content.type`]: 'reasoning',
      [`${message}.0.message.contents.0.message_content.text`]: 'I think.',
      [`${message}.1.message.role`]: 'assistant',
      [`${message}.1.message.contents.0.message_content.type`]: 'output_text',
      [`${message}.1.message.contents.0.message_content.text`]: 'Hello.',
    })
    expect(answer).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'Hello.' }],
      reasoning: 'I think.',
    })
  })

  test('LangChain messages are read from the whole input, not from partial attributes', () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo' } }
    const of = (type: string, kwargs: object) => ({
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', type],
      kwargs,
    })
    const calls = [{ id: 'c1', name: 'map', args: {} }]
    const { inputs, outputs } = partOf({
      ...llm,
      'llm.input_messages.0.message.role': 'user',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'map',
      'input.value': JSON.stringify({ messages: [[of('HumanMessage', { content: [image] })]] }),
      'output.value': JSON.stringify({
        generations: [[{ message: of('AIMessage', { content: '', tool_calls: calls }) }]],
      }),
    })
    expect(readModelInputs(inputs ?? null, {})?.messages).toEqual([
      { role: 'user', content: [image] },
    ])
    expect(readModelOutputs(outputs ?? null)?.message?.toolCalls).toEqual(calls)
  })

  test('the Vercel SDK’s own attributes take precedence over their conversion', () => {
    const { inputs, metadata } = partOf({
      'ai.operationId': 'ai.generateText',
      'ai.prompt': '{"system":"Be brief.","prompt":"Say hello"}',
      'llm.input_messages.0.message.role': 'system',
      'llm.input_messages.0.message.content': 'Be brief.',
      'metadata.plan': 'pro',
    })
    expect(inputs).toEqual({ system: 'Be brief.', prompt: 'Say hello' })
    expect(metadata).toMatchObject({ plan: 'pro' })
  })

  test('metadata is the sender’s own, and names a LangChain model’s provider', () => {
    const { metadata, provider } = partOf({
      ...llm,
      metadata: '{"plan":"pro","ls_provider":"openai"}',
    })
    expect({ metadata, provider }).toMatchObject({ metadata: { plan: 'pro' }, provider: 'openai' })
    expect(metadata?.['otel']).not.toHaveProperty('metadata')
  })

  test('embedded texts are read and removed from the metadata', () => {
    const { inputs, outputs, metadata } = partOf({
      'openinference.span.kind': 'EMBEDDING',
      'input.value': '["sun"]',
      'embedding.embeddings.0.embedding.text': 'sun',
      'embedding.embeddings.0.embedding.vector': [0.1, 0.2],
    })
    expect({ inputs, outputs }).toEqual({
      inputs: { input: ['sun'] },
      outputs: { embeddings: [[0.1, 0.2]] },
    })
    expect(JSON.stringify(metadata)).not.toContain('sun')
  })
})

describe('Traceloop', () => {
  const packed = (content: unknown) =>
    partOf({
      'gen_ai.input.messages': JSON.stringify([
        { role: 'user', parts: [{ type: 'text', content: JSON.stringify(content) }] },
      ]),
    }).inputs

  test('messages encoded as text are unpacked', () => {
    const said = { type: 'message', role: 'user', content: 'Hello' }
    expect(packed([said])).toEqual({ messages: [said] })
  })

  test('message parts encoded as text are unpacked', () => {
    const parts = [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo' } },
    ]
    expect(packed(parts)).toEqual({ messages: [{ role: 'user', content: parts }] })
  })

  test.each([[[1, 2]], [[{ type: 'todo', text: 'x' }]], [{ role: 'user' }]])(
    'user text stays unchanged: %j',
    (content) => {
      expect(packed(content)).toMatchObject({ messages: [{ parts: [{ type: 'text' }] }] })
    },
  )

  test.each([
    ['{"args":["{\\"city\\":\\"Paris\\"}"]}', { city: 'Paris' }],
    ['{"args":["the moon"],"kwargs":{}}', { args: ['the moon'], kwargs: {} }],
  ])('a tool’s arguments are read from %s', (input, inputs) => {
    expect(partOf({ 'traceloop.entity.input': input }).inputs).toEqual(inputs)
  })

  test.each([
    ['CompiledStateGraph', 'agent'],
    ['RunnableSequence', 'chain'],
  ])('LangChain’s %s becomes the kind %s', (name, kind) => {
    const part = partOf(
      {
        'gen_ai.operation.name': 'workflow',
        'traceloop.span.kind': 'workflow',
        'traceloop.workflow.name': name,
      },
      { name: `workflow ${name}` },
    )
    expect(part).toMatchObject({ name, kind })
  })
})

test('reads a failure that LangSmith’s exporter reports as an exception only', () => {
  const thrown = {
    at: 1,
    name: 'exception',
    attributes: {
      'exception.type': 'Error',
      'exception.message': 'TypeError: it broke',
      'exception.stacktrace': 'Error: TypeError: it broke\n    at updateSpanForRun',
    },
  }
  const { error } = partOf({ 'langsmith.span.kind': 'chain' }, { events: [thrown] })
  expect(error).toEqual({
    code: 'INTERNAL',
    message: 'TypeError: it broke',
    retryable: false,
    type: 'TypeError',
  })
})

test.each([
  ['invoke_workflow', 'invoke_workflow billing', 'billing'],
  ['chat', 'chat gpt-4o', 'chat gpt-4o'],
])('names the %s span %s %s', (operation, name, called) => {
  expect(partOf({ 'gen_ai.operation.name': operation }, { name }).name).toBe(called)
})
