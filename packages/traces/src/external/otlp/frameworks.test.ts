import type { JsonObject } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { readModelInputs, readModelOutputs } from '../messages/model-call.ts'
import { inputTitle } from '../input-title.ts'
import { toSpanPart } from './otlp-part.ts'
import type { OtlpSpan } from './otlp-span.ts'

const startedAt = 1_795_191_254_851_000

const partOf = (attributes: JsonObject, over: Partial<OtlpSpan> = {}) =>
  toSpanPart({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    parentSpanId: '',
    name: 'span',
    startedAt,
    endedAt: startedAt + 1_000_000,
    attributes,
    events: [],
    links: [],
    status: { code: 0, message: '' },
    resource: {},
    scope: '',
    ...over,
  })

describe('Mastra', () => {
  test('an agent has its name, a title from its input, and an answer', () => {
    const part = partOf(
      {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'Weather Agent',
        'mastra.span.type': 'agent_run',
        'mastra.agent_run.input': 'Weather in Paris?',
        'mastra.agent_run.output': '{"text":"18 degrees","files":[]}',
        'mastra.metadata.sessionId': 's1',
        'mastra.metadata.userId': 'u7',
        'mastra.tags': '["nightly"]',
      },
      { name: 'invoke_agent Weather Agent' },
    )

    expect(part).toMatchObject({
      kind: 'agent',
      name: 'Weather Agent',
      inputs: { input: 'Weather in Paris?' },
      outputs: { messages: [{ role: 'assistant', content: '18 degrees' }] },
      threadId: 's1',
      tags: ['nightly'],
      metadata: { userId: 'u7' },
    })
    expect(inputTitle(part.inputs ?? null)).toBe('Weather in Paris?')
    expect(JSON.stringify(part.metadata)).not.toContain('18 degrees')
  })

  test('a step has the previous messages and its tool calls', () => {
    const { inputs, outputs } = partOf({
      'mastra.span.type': 'model_step',
      'mastra.model_step.input': '[{"role":"user","content":"Weather?"}]',
      'mastra.model_step.output':
        '{"text":"","toolCalls":[{"toolCallId":"c1","toolName":"get_weather","args":{"city":"Paris"}}]}',
    })

    expect(inputs).toEqual({ messages: [{ role: 'user', content: 'Weather?' }] })
    expect(readModelOutputs(outputs ?? null)?.message?.toolCalls).toEqual([
      { id: 'c1', name: 'get_weather', args: { city: 'Paris' } },
    ])
  })

  test('a workflow has its data as input and output', () => {
    expect(
      partOf({
        'gen_ai.operation.name': 'invoke_workflow',
        'mastra.span.type': 'workflow_run',
        'mastra.workflow_run.input': '{"city":"Paris"}',
        'mastra.workflow_run.output': '{"text":"sunny","score":1}',
      }),
    ).toMatchObject({
      kind: 'agent',
      inputs: { city: 'Paris' },
      outputs: { text: 'sunny', score: 1 },
    })
  })
})

describe('the first token', () => {
  test.each([
    { 'gen_ai.response.time_to_first_chunk': 0.25 },
    { 'gen_ai.client.operation.time_to_first_chunk': 0.25 },
    { 'ai.response.msToFirstChunk': 250 },
    { 'mastra.completion_start_time': new Date((startedAt + 250_000) / 1_000).toISOString() },
  ])('the first token is read from %o', (attributes) => {
    expect(partOf(attributes).firstTokenAt).toBe(startedAt + 250_000)
  })

  test('the first token of the previous step is ignored', () => {
    const at = new Date((startedAt - 250_000) / 1_000).toISOString()
    expect(partOf({ 'mastra.completion_start_time': at }).firstTokenAt).toBeUndefined()
  })
})

describe('Vercel AI', () => {
  test('a call has the name its program chose, and its request that of the operation', () => {
    const given = { 'ai.telemetry.functionId': 'greeter', 'ai.telemetry.metadata.tags': ['a'] }
    const outer = partOf({ ...given, 'ai.operationId': 'ai.generateText' })
    expect(outer).toMatchObject({ name: 'greeter', tags: ['a'] })
    const inner = { ...given, 'ai.operationId': 'ai.generateText.doGenerate' }
    expect(partOf(inner, { name: 'ai.generateText.doGenerate' }).name).not.toBe('greeter')
  })

  test('results of several tools become separate messages', () => {
    const answer = (toolCallId: string, output: JsonObject) => ({
      type: 'tool-result',
      toolCallId,
      toolName: 'weather',
      output,
    })
    const content = [
      answer('a', { type: 'json', value: { degrees: 18 } }),
      answer('b', { type: 'error-text', value: 'sunk' }),
    ]
    const said = JSON.stringify([{ role: 'tool', content }])

    expect(partOf({ 'ai.prompt.messages': said }).inputs).toEqual({
      messages: [
        { role: 'tool', tool_call_id: 'a', content: '{"degrees":18}' },
        { role: 'tool', tool_call_id: 'b', content: 'sunk' },
      ],
    })
  })

  test('embedded texts are read, counted and used as title', () => {
    const part = partOf({
      'ai.operationId': 'ai.embedMany.doEmbed',
      'ai.values': ['"sun"', '"rain"'],
      'ai.embeddings': ['[0.1]', '[0.2]'],
      'ai.usage.tokens': 12,
    })
    expect(part).toMatchObject({
      kind: 'embedding',
      inputs: { input: ['sun', 'rain'] },
      usage: { input: 12, output: 0 },
    })
    expect(inputTitle(part.inputs ?? null)).toBe('rain')
  })
})

test.each([
  { 'ai.prompt.messages': '[{"role":"user","content":"Hi"}]', 'ai.prompt.tools': ['{"name":"t"}'] },
  {
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': 'Hi',
    'llm.tools.0.tool.json_schema': '{"name":"t"}',
  },
])('offered tools are read with the messages: %o', (attributes) => {
  const { inputs, metadata } = partOf(attributes)
  expect(readModelInputs(inputs ?? null, metadata ?? {})?.tools).toEqual([{ name: 't' }])
})

test('OpenInference names the requested model among the parameters', () => {
  expect(
    partOf({
      'openinference.span.kind': 'LLM',
      'llm.model_name': 'gpt-4o-2024-08-06',
      'llm.invocation_parameters': '{"model":"gpt-4o"}',
    }),
  ).toMatchObject({ model: 'gpt-4o-2024-08-06', asked: 'gpt-4o' })
})

test.each([
  [{ role: 'user', content: 'Hi' }, 'messages'],
  [{ role: 'assistant', tool_calls: [] }, 'messages'],
  [{ role: 'user', name: 'Ada' }, 'input'],
  [{ role: 'admin', content: 'Hi' }, 'input'],
])('a list of %o is read as %s', (one, key) => {
  expect(partOf({ 'input.value': JSON.stringify([one]) }).inputs).toEqual({ [key]: [one] })
})

test('an interrupted step is not reported as failed', () => {
  const interrupt = {
    at: startedAt,
    name: 'exception',
    attributes: { 'exception.type': 'GraphInterrupt', 'exception.message': '[{"value":"Send?"}]' },
  }
  const part = partOf({}, { events: [interrupt], status: { code: 2, message: '' } })
  expect(part.isInterrupt).toBe(true)
})
