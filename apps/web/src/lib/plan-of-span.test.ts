import { type GraphNode, noUsage, type SpanDetail } from '@lathe/contract'
import { expect, test } from 'vitest'
import { planOfSpan } from './plan-of-span.ts'

const span = (inputs: SpanDetail['inputs']): SpanDetail => ({
  id: '0198c0de-7000-7000-8000-000000000002',
  traceId: '0198c0de-7000-7000-8000-000000000001',
  parentId: null,
  kind: 'model',
  name: 'practice-1',
  node: 'write',
  superstep: 1,
  status: 'success',
  startedAt: 0,
  endedAt: 1,
  firstTokenAt: null,
  model: 'practice-1',
  provider: 'practice',
  usage: noUsage,
  cost: null,
  error: null,
  tags: [],
  payloadBytes: 0,
  inputs,
  outputs: null,
  events: [],
  metadata: {},
})

const said = (role: string, content: string) => ({ role, content })
const node: GraphNode = {
  kind: 'model',
  model: { connection: 'practice', name: 'practice-1' },
  prompt: { messages: [{ role: 'user', text: 'About {{topic}}' }] },
}

test('a call of a node gets its template back, with the variables the node read', () => {
  const plan = planOfSpan({
    span: span({ messages: [said('user', 'About tides')], settings: { temperature: 0.3 } }),
    node,
    state: { topic: 'tides', other: 1 },
  })

  expect(plan?.variants[0]?.base).toEqual({
    type: 'prompt',
    messages: [{ role: 'user', text: 'About {{topic}}' }],
    model: { connection: 'practice', name: 'practice-1', temperature: 0.3 },
  })
  expect(plan?.cases[0]).toMatchObject({
    input: { topic: 'tides' },
    traceId: '0198c0de-7000-7000-8000-000000000001',
  })
})

test('without the state the messages are taken as they were sent, and what was asked last is the case', () => {
  const plan = planOfSpan({
    span: span({ messages: [said('system', 'Write {{name}}'), said('user', 'And {{who}}?')] }),
    node,
  })

  expect(plan?.variants[0]?.base).toMatchObject({
    messages: [
      { role: 'system', text: '{{text_1}}' },
      { role: 'user', text: '{{question}}' },
    ],
  })
  expect(plan?.cases[0]?.input).toEqual({ text_1: 'Write {{name}}', question: 'And {{who}}?' })
})

test('a prompt of one message stays the prompt', () => {
  const plan = planOfSpan({ span: span({ messages: [said('user', 'Sum this up: tides')] }) })

  expect(plan?.variants[0]?.base).toMatchObject({
    messages: [{ role: 'user', text: 'Sum this up: tides' }],
  })
})

test('a conversation with tools goes in whole', () => {
  const call = { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'x', args: {} }] }
  const plan = planOfSpan({
    span: span({ messages: [said('system', 'Be brief'), call, said('user', 'And?')] }),
  })

  expect(plan?.variants[0]?.base).toMatchObject({
    messages: [
      { role: 'system', text: 'Be brief' },
      { role: 'placeholder', channel: 'conversation' },
    ],
  })
  expect(plan?.cases[0]?.input).toEqual({ conversation: [call, said('user', 'And?')] })
})

test('settings that are none of ours are left out, and a span without messages opens nothing', () => {
  const plan = planOfSpan({
    span: span({ messages: [said('user', 'Hi')], settings: { toolChoice: 'auto', topP: 7 } }),
  })

  expect(plan?.variants[0]?.base).toMatchObject({
    model: { connection: 'practice', name: 'practice-1' },
  })
  expect(planOfSpan({ span: span({ vectors: 2 }) })).toBeUndefined()
})

test('the tools there are come along, in whichever shape they were offered, and no others', () => {
  const tools = [
    { type: 'function', function: { name: 'search' } },
    { name: 'clock' },
    { name: 'x' },
  ]

  const plan = planOfSpan({
    span: span({ messages: [said('user', 'Hi')], tools }),
    tools: new Set(['search', 'clock', 'other']),
  })

  expect(plan?.variants[0]?.base).toMatchObject({ tools: ['search', 'clock'] })
})

test('a call that another program recorded opens with its messages and its settings by our names', () => {
  const plan = planOfSpan({
    span: {
      ...span({ messages: [[{ type: 'human', content: 'Hi' }]] }),
      model: 'gpt-4o-2024-08-06',
      asked: 'gpt-4o',
      metadata: { langsmith: { invocation_params: { max_tokens: 9 } } },
    },
  })

  expect(plan?.variants[0]?.base).toMatchObject({
    messages: [{ role: 'user', text: 'Hi' }],
    model: { name: 'gpt-4o', maxTokens: 9 },
  })
})
