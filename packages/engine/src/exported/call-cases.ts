import type { CalledAgents, GraphDocument, GraphNode, NodeOf } from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { graph, demoModel } from '../testing/documents.ts'
import { agent, ask, CALL, list, messages, prompt, set, text, topic } from './case-parts.ts'
import type { FeatureCase } from './case-parts.ts'

const toCalledAgents = (documents: Record<string, GraphDocument>): CalledAgents =>
  Object.fromEntries(
    Object.entries(documents).map(([key, document]) => {
      const [slug = '', version = '1'] = key.split('@')
      const calledAgent = { agent: slug, name: slug, version: Number(version), document }
      return [key, { ...calledAgent, hash: hashDocument(document) }]
    }),
  )

const call = (slug: string, fields: Partial<NodeOf<'agent-call'>>): GraphNode => ({
  kind: 'agent-call',
  agent: slug,
  input: {},
  output: {},
  ...fields,
})

const writer = graph({
  state: { topic, text, loud: { type: 'boolean', default: false }, words: { type: 'number' } },
  input: ['topic', 'loud'],
  output: ['text', 'words'],
  nodes: {
    write: {
      kind: 'model',
      model: demoModel(),
      prompt: prompt('Write about {{topic}}'),
      output: { text: 'text' },
    },
    count: set({ words: "= text.split(' ').length", text: '= loud ? text.toUpperCase() : text' }),
  },
  edges: ['start > write', 'write > count', 'count > end'],
})

const asking = graph({
  state: { topic, text },
  input: ['topic'],
  output: ['text'],
  nodes: {
    ask: {
      kind: 'ask',
      message: '{{topic}}?',
      decisions: [{ port: 'yes' }, { port: 'no' }],
      writes: { text: 'decision' },
    },
  },
  edges: ['start > ask', 'ask.yes > end', 'ask.no > end'],
})

const chat = graph({
  state: { messages },
  output: ['messages'],
  nodes: {
    reply: agent(`{{topic}} ${CALL}`, {
      prompt: { messages: [{ role: 'placeholder', channel: 'messages' }] },
    }),
  },
  edges: ['start > reply', 'reply > end'],
})

export const callCases: Record<string, FeatureCase> = {
  'another agent, in two versions, with what has a default left out': {
    document: graph({
      state: { topic, text, words: { type: 'number' } },
      input: ['topic'],
      nodes: {
        first: call('writer', {
          input: { topic: { template: 'the {{topic}}' }, loud: { expression: 'null' } },
          output: { text: 'text', words: 'words' },
        }),
        second: call('writer', {
          version: 2,
          input: { topic: { expression: 'text.slice(0, 20)' }, loud: { value: true } },
          output: { text: 'text' },
        }),
      },
      edges: ['start > first', 'first > second', 'second > end'],
    }),
    calledAgents: toCalledAgents({ writer, 'writer@2': writer }),
    input: { topic: 'tides' },
  },
  'another agent for each element, and an agent it calls in turn': {
    document: graph({
      state: { topic, list: { type: 'array', default: ['a', 'b', 'c'] }, all: list },
      input: ['topic'],
      nodes: {
        each: call('middle', { input: { topic: { expression: 'item' } }, output: { all: 'text' } }),
        join: set({ topic: '{{all}}' }),
      },
      edges: [
        { from: 'start', to: 'each', each: { of: 'list', as: 'item' } },
        'each > join',
        'join > end',
      ],
    }),
    calledAgents: toCalledAgents({
      writer,
      middle: graph({
        state: { topic, text },
        input: ['topic'],
        output: ['text'],
        nodes: {
          inner: call('writer', {
            input: { topic: { expression: 'topic' } },
            output: { text: 'text' },
          }),
        },
        edges: ['start > inner', 'inner > end'],
      }),
    }),
    input: { topic: 'T' },
  },
  'a question of another agent': {
    document: graph({
      state: { topic, text },
      input: ['topic'],
      nodes: {
        check: call('asking', {
          input: { topic: { expression: 'topic' } },
          output: { text: 'text' },
        }),
        after: set({ topic: '{{text}}!' }),
      },
      edges: ['start > check', 'check > after', 'after > end'],
    }),
    calledAgents: toCalledAgents({ asking }),
    input: { topic: 'tides' },
    answers: [ask('no')],
  },
  'a conversation that another agent goes on with, and its failure': {
    document: graph({
      state: { topic, text, messages, kept: { type: 'array', default: [] } },
      input: ['topic', 'messages'],
      nodes: {
        talk: call('chat', {
          input: { messages: { expression: 'messages' } },
          output: { messages: 'messages', kept: 'messages' },
        }),
        fail: call('broken', { input: { topic: { template: '{{topic}}' } } }),
        caught: set({
          text: '{{error.node}}',
          kept: '= kept.map(({ content }) => content)',
        }),
      },
      edges: ['start > talk', 'talk > fail', 'fail > end', 'fail.error > caught', 'caught > end'],
    }),
    calledAgents: toCalledAgents({
      chat,
      broken: graph({
        state: { topic },
        output: [],
        nodes: { bad: { kind: 'code', code: 'throw new Error(topic)', writes: [] } },
        edges: ['start > bad', 'bad > end'],
      }),
    }),
    input: { topic: 'T', messages: 'Hello' },
  },
}
