import type { JsonObject } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { readModelInputs, readModelOutputs } from '../../messages/model-call.ts'
import { toSpanPart } from '../otlp-part.ts'

const startedAt = 1_795_449_204_580_000

/** As `@langfuse/otel` 5.11 sends a span. */
const partOf = (attributes: JsonObject, parentSpanId = '5555666677778888') =>
  toSpanPart({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    parentSpanId,
    name: 'answer',
    startedAt,
    endedAt: startedAt + 1_000_000,
    attributes: { 'langfuse.environment': 'staging', ...attributes },
    events: [],
    links: [],
    status: { code: 0, message: '' },
    resource: {},
    scope: 'langfuse-sdk',
  })

test('a generation becomes a model call with messages, settings and first token', () => {
  const part = partOf({
    'langfuse.observation.type': 'generation',
    'langfuse.observation.input': '[{"role":"user","content":"Where is the moon?"}]',
    'langfuse.observation.output': '{"role":"assistant","content":"Up."}',
    'langfuse.observation.model.name': 'gpt-4o',
    'langfuse.observation.model.parameters': '{"temperature":0.3}',
    'langfuse.observation.completion_start_time': `"${new Date((startedAt + 21_000) / 1_000).toISOString()}"`,
    'langfuse.observation.cost_details': '{"input":0.001,"output":0.002,"total":0.003}',
  })

  expect(part).toMatchObject({
    kind: 'model',
    model: 'gpt-4o',
    firstTokenAt: startedAt + 21_000,
    cost: { total: 3_000_000, priceId: 'sent' },
  })
  expect(readModelInputs(part.inputs ?? null, part.metadata ?? {})).toEqual({
    messages: [{ role: 'user', content: 'Where is the moon?' }],
    settings: { temperature: 0.3 },
  })
  expect(readModelOutputs(part.outputs ?? null)?.message).toMatchObject({ content: 'Up.' })
  expect(JSON.stringify(part.metadata)).not.toContain('moon')
})

test.each([
  {
    details: { input: 176, output: 28, total: 1260, input_cache_read: 1024, output_reasoning: 32 },
    by: 'LangChain',
  },
  {
    details: {
      input: 176,
      output: 28,
      total: 1260,
      input_cached_tokens: 1024,
      output_reasoning_tokens: 32,
    },
    by: 'OpenAI',
  },
  {
    details: {
      input: 1200,
      output: 60,
      total: 1260,
      input_cached_tokens: 1024,
      output_reasoning_tokens: 32,
    },
    by: 'a program that counts them twice',
  },
])('token counts are split and summed as $by reports them', ({ details }) => {
  const part = partOf({
    'langfuse.observation.type': 'generation',
    'langfuse.observation.usage_details': JSON.stringify(details),
  })

  expect(part.usage).toMatchObject({ input: 1200, output: 60, cachedRead: 1024, reasoning: 32 })
})

test('a cost of zero is unknown', () => {
  const free = { 'langfuse.observation.cost_details': '{"input":0,"output":0,"total":0}' }
  expect(partOf({ 'langfuse.observation.type': 'generation', ...free }).cost).toBeUndefined()
})

test.each([
  ['tool', 'tool'],
  ['agent', 'agent'],
  ['retriever', 'retriever'],
  ['embedding', 'embedding'],
  ['guardrail', 'chain'],
  ['span', 'chain'],
])('the observation type %s becomes the kind %s', (type, kind) => {
  expect(partOf({ 'langfuse.observation.type': type }).kind).toBe(kind)
})

describe('a LangGraph step', () => {
  const place = {
    'langfuse.observation.metadata.ls_integration': 'langgraph',
    'langfuse.observation.metadata.langgraph_step': '1',
    'langfuse.observation.metadata.langgraph_node': 'ask',
  }

  test('reads node and superstep', () => {
    expect(partOf(place)).toMatchObject({ node: 'ask', superstep: 1 })
  })

  test('an interrupted step is not reported as failed', () => {
    const interrupt = {
      ...place,
      'langfuse.observation.level': 'ERROR',
      'langfuse.observation.status_message': 'GraphInterrupt: [{"value":"Send it?"}]',
    }
    expect(partOf(interrupt).isInterrupt).toBe(true)
  })

  test('reads tool results as tool messages', () => {
    const answer = { content: '18', additional_kwargs: {}, role: 'weather' }
    const { outputs } = partOf({
      'langfuse.observation.output': JSON.stringify({ messages: [answer] }),
    })
    expect(outputs).toEqual({
      messages: [{ role: 'tool', name: 'weather', content: '18', additional_kwargs: {} }],
    })
  })

  test.each(['model', 'chatbot', 'human'])(
    'a LangGraph step does not treat %s as a tool',
    (role) => {
      const message = { content: 'Hello', additional_kwargs: {}, role }
      const { outputs } = partOf({ 'output.value': JSON.stringify({ messages: [message] }) })
      expect(outputs).toEqual({ messages: [message] })
    },
  )
})

test('a span with level ERROR has failed, with its status message', () => {
  const level = {
    'langfuse.observation.level': 'ERROR',
    'langfuse.observation.status_message': 'Error: 429 Rate limit reached',
  }
  expect(partOf(level).error?.message).toBe('Error: 429 Rate limit reached')
  expect(partOf({ ...level, 'langfuse.observation.level': 'WARNING' }).error).toBeUndefined()
})

test('a trace has its name, session, tags and metadata', () => {
  const given = {
    'langfuse.trace.name': 'the trace',
    'langfuse.trace.tags': ['nightly'],
    'langfuse.trace.metadata.plan': 'pro',
    'session.id': 's-1',
  }
  expect(partOf(given, '')).toMatchObject({
    name: 'the trace',
    tags: ['nightly'],
    threadId: 's-1',
    metadata: { plan: 'pro' },
  })
  expect(partOf(given).name).toBe('answer')
})

test('retrieved documents are read', () => {
  const found = {
    'langfuse.observation.type': 'retriever',
    'langfuse.observation.output': '[{"pageContent":"The moon","metadata":{}}]',
  }
  expect(partOf(found).outputs).toEqual({ documents: [{ pageContent: 'The moon', metadata: {} }] })
})
