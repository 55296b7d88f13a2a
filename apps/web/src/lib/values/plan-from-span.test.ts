import {
  type GraphNode,
  type Json,
  type JsonObject,
  ZERO_USAGE,
  type SpanDetail,
} from '@lathe/contract'
import { expect, test } from 'vitest'
import { planFromSpan } from './plan-from-span.ts'

const span = (inputs: SpanDetail['inputs']): SpanDetail => ({
  id: '0198c0de-7000-7000-8000-000000000002',
  traceId: '0198c0de-7000-7000-8000-000000000001',
  parentId: null,
  kind: 'model',
  name: 'demo-1',
  node: 'write',
  superstep: 1,
  status: 'success',
  startedAt: 0,
  endedAt: 1,
  firstTokenAt: null,
  model: 'demo-1',
  provider: 'demo',
  usage: ZERO_USAGE,
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
  model: { connection: 'demo', name: 'demo-1' },
  prompt: { messages: [{ role: 'user', text: 'About {{topic}}' }] },
}

test('restores the template of a node’s call with the variables the node read', () => {
  const plan = planFromSpan({
    span: span({ messages: [said('user', 'About tides')], settings: { temperature: 0.3 } }),
    node,
    state: { topic: 'tides', other: 1 },
  })

  expect(plan?.variants[0]?.base).toEqual({
    type: 'prompt',
    messages: [{ role: 'user', text: 'About {{topic}}' }],
    model: { connection: 'demo', name: 'demo-1', temperature: 0.3 },
  })
  expect(plan?.cases[0]).toMatchObject({
    input: { topic: 'tides' },
    traceId: '0198c0de-7000-7000-8000-000000000001',
  })
})

test('keeps the recorded messages if there is no state, with the last question as the case', () => {
  const plan = planFromSpan({
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

test('keeps a prompt with a single message', () => {
  const plan = planFromSpan({ span: span({ messages: [said('user', 'Sum this up: tides')] }) })

  expect(plan?.variants[0]?.base).toMatchObject({
    messages: [{ role: 'user', text: 'Sum this up: tides' }],
  })
})

test('keeps a conversation with tool calls whole', () => {
  const call = { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'x', args: {} }] }
  const plan = planFromSpan({
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

const WEB = 'https://elsewhere.example/a.png'
const PNG = 'data:image/png;base64,AAAA'
const show = (url: string, detail?: string): Json => ({
  type: 'image_url',
  image_url: { url, ...(detail !== undefined && { detail }) },
})
const shown = (...content: Json[]): JsonObject => ({ role: 'user', content })
const write = (text: string): Json => ({ type: 'text', text })

test('puts the pictures of the question into the case and leaves earlier ones in the prompt', () => {
  const plan = planFromSpan({
    span: span({
      messages: [
        shown(write('Like this'), show(WEB)),
        said('assistant', 'A cat'),
        shown(write('And {{these}}?'), show(PNG), show(WEB, 'auto')),
      ],
    }),
  })

  expect(plan?.variants[0]?.base).toMatchObject({
    messages: [
      { role: 'user', text: 'Like this', images: [WEB] },
      { role: 'assistant', text: 'A cat' },
      { role: 'user', text: '{{question}}', images: ['{{picture}}', '{{picture_2}}'] },
    ],
  })
  expect(plan?.cases[0]?.input).toEqual({
    question: 'And {{these}}?',
    picture: PNG,
    picture_2: WEB,
  })
  expect(plan?.differences).toEqual([])
})

test('keeps a common detail level of pictures', () => {
  const plan = planFromSpan({
    span: span({ messages: [shown(write('What?'), show(PNG, 'low'), show(WEB, 'low'))] }),
  })

  expect(plan?.variants[0]?.base).toMatchObject({
    messages: [
      { role: 'user', text: 'What?', images: ['{{picture}}', '{{picture_2}}'], detail: 'low' },
    ],
  })
  expect(plan?.cases[0]?.input).toEqual({ picture: PNG, picture_2: WEB })
  expect(plan?.differences).toEqual([])
})

test('keeps the text of a single message and moves its picture into the case', () => {
  const plan = planFromSpan({ span: span({ messages: [shown(write('What?'), show(PNG))] }) })

  expect(plan?.variants[0]?.base).toMatchObject({
    messages: [{ role: 'user', text: 'What?', images: ['{{picture}}'] }],
  })
  expect(plan?.cases[0]?.input).toEqual({ picture: PNG })
})

test('moves text and pictures that a template cannot contain into variables', () => {
  const long = 'word '.repeat(50_000)
  const large = `data:image/png;base64,${'A'.repeat(200_000)}`
  const odd = 'https://elsewhere.example/{{a}}.png'
  const plan = planFromSpan({
    span: span({ messages: [shown(write(long), show(large), show(odd)), said('user', 'So?')] }),
  })

  expect(plan?.variants[0]?.base).toMatchObject({
    messages: [
      { role: 'user', text: '{{text_1}}', images: ['{{picture}}', '{{picture_2}}'] },
      { role: 'user', text: '{{question}}' },
    ],
  })
  expect(plan?.cases[0]?.input).toMatchObject({ text_1: long, picture: large, picture_2: odd })
})

test('moves text before pictures and reports that', () => {
  const plan = planFromSpan({
    span: span({ messages: [shown(write('First:'), show(WEB), write('Second:'), show(PNG))] }),
  })

  expect(plan?.variants[0]?.base).toMatchObject({
    messages: [{ text: 'First:\nSecond:', images: ['{{picture}}', '{{picture_2}}'] }],
  })
  expect(plan?.differences).toEqual(['Pictures were moved after the text of their message'])
})

test.each<[string, JsonObject]>([
  ['“input_audio”', shown({ type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } })],
  ['“input_image”', shown({ type: 'input_image', file_id: 'file-1' })],
  ['with different detail levels', shown(show(WEB, 'low'), show(WEB))],
  ['with odd detail', shown(show(WEB, 'odd'))],
  ['an unsupported address', shown(show('gs://bucket/a.png'))],
  ['17 pictures', shown(...Array.from({ length: 17 }, () => show(WEB)))],
  ['outside a user message', { role: 'assistant', content: [show(PNG)] }],
])(
  'keeps a message with %s and all later ones as sent, and reports that',
  (differences, message) => {
    const last = said('user', 'And?')
    const plan = planFromSpan({ span: span({ messages: [said('user', 'Hi'), message, last] }) })

    expect(plan?.variants[0]?.base).toMatchObject({
      messages: [
        { role: 'user', text: 'Hi' },
        { role: 'placeholder', channel: 'conversation' },
      ],
    })
    expect(plan?.cases[0]?.input).toEqual({ conversation: [message, last] })
    expect(plan?.differences).toEqual([expect.stringContaining(differences)])
  },
)

test('keeps the response format and the node’s other settings', () => {
  const schema = { type: 'object', properties: { why: { type: 'string' } } }
  const responseFormat = { type: 'json_schema', json_schema: { name: 'rating', schema } }
  const modelOf = (settings: JsonObject) => {
    const model = { connection: 'demo', name: 'demo-1', extra: { verbosity: 'low' } }
    const plan = planFromSpan({
      span: span({ messages: [said('user', 'Hi')], settings }),
      node: { kind: 'model', model, prompt: { messages: [] } },
    })
    return plan?.variants[0]?.base
  }

  expect(modelOf({ responseFormat, verbosity: 'low' })).toMatchObject({
    model: { extra: { verbosity: 'low', response_format: responseFormat } },
  })
  expect(modelOf({ responseFormat, api: 'responses' })).toMatchObject({
    model: { extra: { text: { format: { type: 'json_schema', name: 'rating', schema } } } },
  })
})

test('drops unknown settings and returns nothing for a span without messages', () => {
  const plan = planFromSpan({
    span: span({ messages: [said('user', 'Hi')], settings: { toolChoice: 'auto', topP: 7 } }),
  })

  expect(plan?.variants[0]?.base).toMatchObject({
    model: { connection: 'demo', name: 'demo-1' },
  })
  expect(planFromSpan({ span: span({ vectors: 2 }) })).toBeUndefined()
})

test('keeps existing tools in any format and drops others', () => {
  const tools = [
    { type: 'function', function: { name: 'search' } },
    { name: 'clock' },
    { name: 'x' },
  ]

  const plan = planFromSpan({
    span: span({ messages: [said('user', 'Hi')], tools }),
    tools: new Set(['search', 'clock', 'other']),
  })

  expect(plan?.variants[0]?.base).toMatchObject({ tools: ['search', 'clock'] })
})

test('converts an external call with its messages and settings', () => {
  const plan = planFromSpan({
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
