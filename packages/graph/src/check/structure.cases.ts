import { set } from '../testing/documents.ts'
import { ask, copied, line, singleNode, demoModel, prompt, rules, state } from './cases.ts'
import type { Case } from './cases.ts'

export const structureCases: Case[] = [
  ['EMPTY_GRAPH', 'no nodes', {}, { state, edges: ['start > end'] }],
  ['NO_START', 'nothing after the start', {}, { state, nodes: { a: set({}) }, edges: ['a > end'] }],
  [
    'UNKNOWN_NODE',
    'an edge to nowhere',
    { edge: 2, field: 'to' },
    singleNode(set({}), { edges: [...line, 'a > ghost'] }),
  ],
  [
    'UNKNOWN_NODE',
    'an edge from a name of JavaScript',
    { edge: 2, field: 'from' },
    singleNode(set({}), { edges: [...line, 'toString > a'] }),
  ],
  [
    'WRONG_END',
    'an edge into the start',
    { edge: 2, field: 'to' },
    singleNode(set({}), { edges: [...line, 'a > start'] }),
  ],
  [
    'WRONG_END',
    'an edge out of the end',
    { edge: 2, field: 'from' },
    singleNode(set({}), { edges: [...line, 'end > a'] }),
  ],
  [
    'WRONG_END',
    'a fan-out to the end',
    { edge: 2, field: 'each' },
    singleNode(set({}), {
      edges: [...line, { from: 'a', to: 'end', when: 'error', each: { of: 'notes', as: 'n' } }],
    }),
  ],
  [
    'UNKNOWN_PORT',
    'a port the node does not have',
    { edge: 2, node: 'a' },
    singleNode(set({}), { edges: [...line, 'a.maybe > end'] }),
  ],
  ['UNKNOWN_PORT', 'a branch left without a port', { edge: 1, node: 'a' }, singleNode(rules())],
  [
    'OPEN_PORT',
    'a branch without an else',
    { node: 'a', field: 'else' },
    singleNode(rules('true'), { edges: ['start > a', 'a.p0 > end'] }),
  ],
  [
    'OPEN_PORT',
    'a deadline that leads nowhere',
    { node: 'a', field: 'timeout' },
    singleNode(ask({ deadlineMs: 1 }), { edges: ['start > a', 'a.yes > end'] }),
  ],
  [
    'DUPLICATE_EDGE',
    'the same edge twice',
    { edge: 2 },
    singleNode(set({}), { edges: [...line, 'a > end'] }),
  ],
  [
    'DUPLICATE_PORT',
    'two decisions alike',
    { node: 'a', field: 'decisions.1.port' },
    singleNode(ask({ decisions: [{ port: 'yes' }, { port: 'yes' }] }), {
      edges: ['start > a', 'a.yes > end'],
    }),
  ],
  [
    'DUPLICATE_PORT',
    'two choices alike',
    { node: 'a' },
    singleNode(
      {
        kind: 'branch',
        decide: {
          by: 'model',
          model: demoModel,
          prompt,
          choices: [
            { port: 'x', description: '' },
            { port: 'x', description: '' },
          ],
        },
        else: 'else',
      },
      { edges: ['start > a', 'a.x > end', 'a.else > end'] },
    ),
  ],
  [
    'DUPLICATE_RULE',
    'two rules alike',
    { node: 'a', field: 'decide.rules.1' },
    singleNode(rules('count > 1', ' count > 1 '), {
      edges: ['start > a', 'a.p0 > end', 'a.p1 > end', 'a.else > end'],
    }),
  ],
  [
    'RESERVED_PORT',
    'a decision called timeout',
    { node: 'a' },
    singleNode(ask({ decisions: [{ port: 'timeout' }] }), {
      edges: ['start > a', 'a.timeout > end'],
    }),
  ],
  [
    'UNREACHABLE',
    'an island',
    { node: 'b' },
    { state, nodes: { a: set({}), b: set({}) }, edges: [...line, 'b > end'] },
  ],
  [
    'DEAD_END',
    'a node without a way on',
    { node: 'b' },
    { state, nodes: { a: set({}), b: set({}) }, edges: [...line, 'a > b'] },
  ],
  [
    'DEAD_END',
    'a circle without a way out',
    { node: 'a' },
    { state, nodes: { a: set({}) }, edges: ['start > a', 'a > a'] },
  ],
  ['ASK_WITHOUT_KEY', 'a question in a fan-out', { node: 'a', field: 'key' }, copied(ask())],
]
