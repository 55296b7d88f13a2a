import type { Channel, GraphDocument, GraphEdge, GraphNode, Value } from '@lathe/contract'
import * as fc from 'fast-check'
import { portsAt } from '../kinds/ports.ts'

const IDS = ['a', 'b', 'c', 'plan', 'topic']
const CHANNELS = ['topic', 'notes', 'total', 'flag', 'facts', 'chat']

const channels: Record<string, fc.Arbitrary<Channel>> = {
  topic: fc.constant({ type: 'string' }),
  notes: fc.constantFrom<Channel>(
    { type: 'array', reducer: 'append' },
    { type: 'array' },
    { type: 'array', reducer: 'union' },
  ),
  total: fc.constantFrom<Channel>(
    { type: 'number', reducer: 'sum' },
    { type: 'number', default: 1 },
    { type: 'number', reducer: { code: 'current + update' } },
  ),
  flag: fc.constantFrom<Channel>(
    { type: 'boolean', default: false },
    { type: 'boolean', untracked: true, default: true },
  ),
  facts: fc.constantFrom<Channel>(
    { type: 'object', reducer: 'merge' },
    { type: 'object', default: {} },
  ),
  chat: fc.constant({ type: 'messages' }),
}

const template = fc.constantFrom(
  '{{topic}}',
  'plain',
  '{{#notes}}{{.}}{{/notes}}',
  '{{facts.x.y}}',
  '{{^flag}}no{{/flag}}',
)
const expression = fc.constantFrom(
  'topic',
  'notes.length',
  'total > 1',
  'flag',
  '[topic, total]',
  '({ x: topic })',
  'state.facts',
)
const value: fc.Arbitrary<Value> = fc.oneof(
  template.map((text) => ({ template: text })),
  expression.map((text) => ({ expression: text })),
  fc.constantFrom<Value>(
    { value: 1 },
    { value: 'x' },
    { value: [1] },
    { value: { k: 1 } },
    { value: null },
  ),
)
const channel = fc.constantFrom(...CHANNELS)
const model = { connection: 'demo', name: 'demo-1' }
const prompt = template.map((text) => ({
  messages: [
    { role: 'user' as const, text },
    { role: 'placeholder' as const, channel: 'chat' },
  ],
}))
const answerSchema = {
  type: 'object',
  properties: { notes: { type: 'array', items: { type: 'string' } }, x: { type: 'number' } },
  required: ['notes'],
  additionalProperties: false,
}
const commonFields = fc.record(
  {
    defer: fc.boolean(),
    timeoutMs: fc.constant(60_000),
    cache: fc.constantFrom({ ttlSeconds: 60 }, { ttlSeconds: 60, key: 'topic' }),
    retry: fc.constant({ attempts: 2, initialMs: 0, factor: 1, maxMs: 0 }),
  },
  { requiredKeys: [] },
)

const kindFields: fc.Arbitrary<GraphNode> = fc.oneof(
  fc.dictionary(channel, value, { maxKeys: 2 }).map((values) => ({ kind: 'set' as const, values })),
  fc.constantFrom<GraphNode>(
    { kind: 'code', code: 'return { total: 1 }', writes: ['total'] },
    {
      kind: 'tool',
      tool: 'calculator',
      args: { expression: { template: '{{topic}}' } },
      writes: 'notes',
    },
    { kind: 'tools', channel: 'chat' },
    {
      kind: 'ask',
      message: '{{topic}}?',
      decisions: [{ port: 'yes' }, { port: 'no' }],
      key: 'topic',
      deadlineMs: 1,
    },
  ),
  fc.tuple(template, fc.constantFrom(undefined, 1)).map(([text, version]): GraphNode => ({
    kind: 'agent-call',
    agent: 'assistant',
    ...(version && { version }),
    input: { question: { template: text }, loud: { expression: 'flag' } },
    output: { notes: 'steps' },
  })),
  fc.tuple(expression, expression).map(([first, second]): GraphNode => ({
    kind: 'branch',
    decide: {
      by: 'rules',
      rules: [
        { port: 'one', when: first },
        { port: 'two', when: second },
      ],
    },
    else: 'else',
  })),
  fc.tuple(prompt, fc.boolean()).map(([messages, isText]): GraphNode => ({
    kind: 'model',
    model,
    prompt: messages,
    output: isText ? { text: 'topic' } : { message: 'chat' },
  })),
  fc.tuple(prompt, fc.boolean()).map(([messages, isWhole]): GraphNode => ({
    kind: 'model',
    model,
    prompt: messages,
    tools: ['calculator'],
    toolChoice: 'auto',
    answer: { schema: answerSchema, writes: isWhole ? { facts: '' } : { notes: 'notes' } },
  })),
  prompt.map((messages): GraphNode => ({
    kind: 'branch',
    decide: {
      by: 'model',
      model,
      prompt: messages,
      choices: [
        { port: 'one', description: 'the first' },
        { port: 'yes', description: 'the other' },
      ],
    },
    else: 'else',
  })),
  fc.tuple(prompt, fc.boolean(), fc.boolean()).map(([messages, isText, isLong]): GraphNode => ({
    kind: 'agent',
    model,
    prompt: messages,
    tools: ['calculator'],
    approvals: ['calculator'],
    output: isText ? { text: 'notes' } : { message: 'chat' },
    ...(isLong && { summarize: { afterTokens: 10, keepMessages: 2 } }),
  })),
)
const node = fc.tuple(kindFields, commonFields).map(([kind, rest]) => ({ ...kind, ...rest }))

/** Wild edges connect any two nodes, by ports that may not exist. */
const wildEdges = fc.array(
  fc.record<GraphEdge>(
    {
      from: fc.constantFrom('start', ...IDS),
      to: fc.constantFrom('end', ...IDS),
      when: fc.constantFrom('one', 'yes', 'else', 'error'),
      each: fc.constantFrom(
        { of: 'notes', as: 'item' },
        { of: 'notes', as: 'topic' },
        { of: 'ghosts', as: 'x', max: 2 },
      ),
      max: fc.constantFrom(1, 3),
    },
    { requiredKeys: ['from', 'to'] },
  ),
  { maxLength: 12 },
)

export const wildDocument: fc.Arbitrary<GraphDocument> = fc
  .record({
    state: fc.record(channels, { requiredKeys: [] }),
    nodes: fc.dictionary(fc.constantFrom(...IDS), node, { maxKeys: 5 }),
    edges: wildEdges,
    input: fc.uniqueArray(channel),
    output: fc.uniqueArray(channel),
  })
  .map((parts) => ({ format: 1, layout: {}, notes: [], ...parts }) as GraphDocument)

/** Mostly valid documents: every port leads forward, and sometimes back or to a parallel node. */
export const soundDocument: fc.Arbitrary<GraphDocument> = fc
  .tuple(
    fc.record(channels),
    fc.uniqueArray(fc.tuple(fc.constantFrom(...IDS), node), {
      minLength: 1,
      maxLength: 5,
      selector: ([id]) => id,
    }),
    fc.infiniteStream(fc.nat(1_000)),
  )
  .map(([state, entries, random]) => {
    const document: GraphDocument = {
      format: 1,
      state,
      input: ['topic'],
      output: CHANNELS,
      nodes: Object.fromEntries(entries),
      edges: [{ from: 'start', to: entries[0]?.[0] ?? 'end' }],
      layout: {},
      notes: [],
    }
    const drawIndex = (limit: number) => Number(random.next().value ?? 0) % limit
    for (const [index, [id]] of entries.entries()) {
      const targets = [...entries.slice(index + 1).map(([other]) => other), 'end']
      for (const port of portsAt(document, id)) {
        if (port.role === 'error' && drawIndex(3) > 0) continue
        const to =
          drawIndex(2) === 0 ? (targets[0] ?? 'end') : (targets[drawIndex(targets.length)] ?? 'end')
        const edge = { from: id, to, ...(port.name !== null && { when: port.name }) }
        // One port may have several edges.
        if (drawIndex(5) === 0) {
          const otherTarget = targets[drawIndex(targets.length)] ?? 'end'
          if (otherTarget !== to) document.edges.push({ ...edge, to: otherTarget })
        }
        document.edges.push(
          to !== 'end' && drawIndex(6) === 0
            ? { ...edge, each: { of: 'notes', as: 'item' } }
            : edge,
        )
        const earlierNode = entries[drawIndex(index + 1)]?.[0]
        if (port.role === 'choice' && earlierNode && drawIndex(4) === 0)
          document.edges.push({ ...edge, to: earlierNode, max: 2 })
      }
    }
    return document
  })
