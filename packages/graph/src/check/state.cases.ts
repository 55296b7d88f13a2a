import { set } from '../testing/documents.ts'
import { code, copied, line, model, singleNode, state } from './cases.ts'
import type { Case } from './cases.ts'

export const stateCases: Case[] = [
  [
    'RESERVED_NAME',
    'a channel called state',
    { channel: 'state' },
    singleNode(set({}), { state: { state: { type: 'string' } } }),
  ],
  [
    'RESERVED_NAME',
    'a node called end',
    { node: 'end' },
    { state, nodes: { end: set({}) }, edges: ['start > end'] },
  ],
  [
    'RESERVED_NAME',
    'a fan-out element called class',
    { edge: 0, field: 'each.as' },
    {
      state,
      nodes: { a: set({}) },
      edges: [{ from: 'start', to: 'a', each: { of: 'notes', as: 'class' } }, 'a > end'],
    },
  ],
  [
    'NAME_TAKEN',
    'a fan-out element that hides a channel',
    { edge: 0, field: 'each.as' },
    {
      state,
      nodes: { a: set({}) },
      edges: [{ from: 'start', to: 'a', each: { of: 'notes', as: 'topic' } }, 'a > end'],
    },
  ],
  [
    'UNKNOWN_CHANNEL',
    'a template',
    { node: 'a', field: 'values.draft.template' },
    singleNode(set({ draft: '{{topik}}' })),
  ],
  [
    'UNKNOWN_CHANNEL',
    'an expression',
    { node: 'a', field: 'values.draft.expression' },
    singleNode(set({ draft: '= topik + 1' })),
  ],
  [
    'UNKNOWN_CHANNEL',
    'a member of state',
    { node: 'a', field: 'code' },
    singleNode(code('return { draft: state.topik }', ['draft'])),
  ],
  [
    'UNKNOWN_CHANNEL',
    'a write',
    { node: 'a', field: 'values.draught' },
    singleNode(set({ draught: 'x' })),
  ],
  ['UNKNOWN_CHANNEL', 'the input', { field: 'input.0' }, singleNode(set({}), { input: ['ghost'] })],
  [
    'UNKNOWN_CHANNEL',
    'the output',
    { field: 'output.0' },
    singleNode(set({}), { output: ['ghost'] }),
  ],
  [
    'UNKNOWN_CHANNEL',
    'a placeholder',
    { node: 'a' },
    singleNode(model({ prompt: { messages: [{ role: 'placeholder', channel: 'chat' }] } })),
  ],
  [
    'UNKNOWN_CHANNEL',
    'a model without a conversation',
    { node: 'a', field: 'output' },
    { nodes: { a: model() }, edges: line },
  ],
  [
    'UNKNOWN_CHANNEL',
    'a fan-out',
    { edge: 0, field: 'each.of' },
    {
      state,
      nodes: { a: set({}) },
      edges: [{ from: 'start', to: 'a', each: { of: 'ghosts', as: 'x' } }, 'a > end'],
    },
  ],
  [
    'UNKNOWN_CHANNEL',
    'a reducer that reads the state',
    { channel: 'x', field: 'reducer.code' },
    singleNode(set({}), { state: { x: { type: 'number', reducer: { code: 'current + topic' } } } }),
  ],
  [
    'CHANNEL_TYPE',
    'a text into a number',
    { node: 'a', field: 'values.count' },
    singleNode(set({ count: 'many' })),
  ],
  [
    'CHANNEL_TYPE',
    'a list into a text',
    { node: 'a', field: 'values.draft' },
    singleNode(set({ draft: [1] })),
  ],
  [
    'CHANNEL_TYPE',
    'a message into a text',
    { node: 'a', field: 'output.message' },
    singleNode(model({ output: { message: 'draft' } })),
  ],
  [
    'CHANNEL_TYPE',
    'part of an answer',
    { node: 'a', field: 'answer.writes.count' },
    singleNode(
      model({
        answer: {
          schema: { type: 'object', properties: { n: { type: 'string' } } },
          writes: { count: 'n' },
        },
      }),
    ),
  ],
  [
    'CHANNEL_TYPE',
    'an error channel that is a text',
    { channel: 'error' },
    singleNode(set({}), {
      state: { error: { type: 'string' } },
      edges: [...line, 'a.error > end'],
    }),
  ],
  [
    'CHANNEL_DEFAULT',
    'a default that does not fit',
    { channel: 'x', field: 'default' },
    singleNode(set({}), { state: { x: { type: 'number', default: 'one' } } }),
  ],
  [
    'REDUCER_TYPE',
    'a sum of texts',
    { channel: 'x', field: 'reducer' },
    singleNode(set({}), { state: { x: { type: 'string', reducer: 'sum' } } }),
  ],
  [
    'REDUCER_TYPE',
    'a conversation that is replaced',
    { channel: 'x', field: 'reducer' },
    singleNode(set({}), { state: { x: { type: 'messages', reducer: 'replace' } } }),
  ],
  [
    'REDUCER_TYPE',
    'an untracked list that is appended to',
    { channel: 'x', field: 'untracked' },
    singleNode(set({}), { state: { x: { type: 'array', reducer: 'append', untracked: true } } }),
  ],
  [
    'NEVER_WRITTEN',
    'read before it is written',
    { node: 'a', field: 'values.topic.template' },
    {
      state,
      nodes: { a: set({ topic: '{{draft}}' }), b: set({ draft: 'x' }) },
      edges: ['start > a', 'a > b', 'b > end'],
    },
  ],
  [
    'PARALLEL_WRITE',
    'two branches at once',
    { node: 'b', channel: 'draft' },
    {
      state,
      nodes: { a: set({ draft: '1' }), b: set({ draft: '2' }) },
      edges: [...line, 'start > b', 'b > end'],
    },
  ],
  [
    'PARALLEL_WRITE',
    'copies of one node',
    { node: 'a', channel: 'draft' },
    copied(set({ draft: '{{note}}' })),
  ],
]
