import type { GraphNode } from '@lathe/contract'
import { set } from '../testing/documents.ts'
import { ask, line, model, singleNode, demoModel, prompt, rules, state } from './cases.ts'
import type { Case, Parts } from './cases.ts'

const loop = (fields: Parts = {}): Parts => ({
  state,
  output: ['draft'],
  nodes: { a: model({ output: { text: 'draft' } }), b: rules("draft === ''") },
  edges: ['start > a', 'a > b', 'b.p0 > a', 'b.else > end'],
  ...fields,
})
const agent = (fields: Partial<Extract<GraphNode, { kind: 'agent' }>> = {}): GraphNode => ({
  kind: 'agent',
  model: demoModel,
  prompt,
  ...fields,
})
const mail: GraphNode = { kind: 'tool', tool: 'send_mail', args: {} }
const untilYes = ask({ decisions: [{ port: 'yes' }, { port: 'no' }] })
const roundAsk = (a: GraphNode): Parts => ({
  state,
  nodes: { a, b: untilYes },
  edges: ['start > a', 'a > b', 'b.yes > end', 'b.no > a'],
})
const long = 'x'.repeat(600_000)

export const warningCases: Case[] = [
  ['UNBOUNDED_LOOP', 'a way back', { edge: 2, field: 'max' }, loop()],
  [
    'UNBOUNDED_LOOP',
    'a count that is kept outside the loop',
    { edge: 3 },
    loop({
      nodes: { a: set({ draft: 'x' }), b: rules('count > 1'), c: set({ count: '= count + 1' }) },
      edges: ['start > c', 'c > a', 'a > b', 'b.p0 > a', 'b.else > end'],
    }),
  ],
  [
    'UNBOUNDED_FAN_OUT',
    'a list of any length',
    { edge: 0, field: 'each.max' },
    singleNode(set({ notes: '{{note}}' }), {
      edges: [{ from: 'start', to: 'a', each: { of: 'notes', as: 'note' } }, 'a > end'],
    }),
  ],
  ['NO_TIME_LIMIT', 'a model in a loop', { node: 'a', field: 'timeoutMs' }, loop()],
  [
    'NO_TIME_LIMIT',
    'a model that decides in a loop',
    { node: 'b' },
    loop({
      nodes: {
        a: set({ draft: 'x' }),
        b: {
          kind: 'branch',
          decide: {
            by: 'model',
            model: demoModel,
            prompt,
            choices: [{ port: 'p0', description: '' }],
          },
          else: 'else',
        },
      },
    }),
  ],
  ['NEVER_READ', 'a draft', { channel: 'draft' }, singleNode(set({ draft: 'x' }))],
  [
    'REDUCER_CHANGED',
    'a reducer that live threads did not have',
    { channel: 'ledger' },
    {
      state: { ...state, ledger: { type: 'array', reducer: 'append' } },
      output: ['ledger'],
      nodes: { a: set({ ledger: '= [topic]' }) },
      edges: ['start > a', 'a > end'],
    },
  ],
  [
    'NEVER_READ',
    'a conversation',
    { channel: 'messages' },
    singleNode(model({ prompt: { messages: [{ role: 'user', text: 'x' }] } })),
  ],
  ['REPEATED_EFFECT', 'a mail sent before the question', { node: 'a' }, roundAsk(mail)],
  [
    'REPEATED_EFFECT',
    'a step that says it acts',
    { node: 'a' },
    roundAsk({ ...set({}), effect: 'write' }),
  ],
  [
    'UNAPPROVED_WRITE',
    'an agent that sends mail',
    { node: 'a', field: 'approvals' },
    singleNode(agent({ tools: ['send_mail'] })),
  ],
  [
    'UNAPPROVED_WRITE',
    'calls that are run for a model',
    { node: 'b' },
    {
      state,
      nodes: { a: model({ tools: ['send_mail'] }), b: { kind: 'tools', channel: 'messages' } },
      edges: [...line.slice(0, 1), 'a > b', 'b > end'],
    },
  ],
  [
    'OVER_CONTEXT',
    'a long prompt',
    { node: 'a', field: 'prompt' },
    singleNode(model({ prompt: { messages: [{ role: 'user', text: long }] } })),
  ],
  [
    'OVER_CONTEXT',
    'a long default',
    { node: 'a' },
    singleNode(model(), { state: { ...state, topic: { type: 'string', default: long } } }),
  ],
  [
    'OVER_CONTEXT',
    'a small model',
    { node: 'a' },
    singleNode(model({ model: { connection: 'demo', name: 'gpt-4', maxTokens: 9_000 } })),
  ],
]

/** Documents that come close to a warning without raising one. */
export const calmCases: [string, Parts][] = [
  [
    'a loop with a limit and a time limit',
    loop({
      nodes: { a: model({ output: { text: 'draft' }, timeoutMs: 1 }), b: rules("draft === ''") },
      edges: ['start > a', 'a > b', { from: 'b', to: 'a', when: 'p0', max: 2 }, 'b.else > end'],
    }),
  ],
  [
    'a loop whose branch counts the rounds',
    loop({
      nodes: { a: set({ draft: 'x', count: '= count + 1' }), b: rules('count < 3') },
    }),
  ],
  ['a loop through a human', roundAsk(set({}))],
  [
    'an action that is asked about first',
    roundAsk({ kind: 'tool', tool: 'send_mail', args: {}, approval: true }),
  ],
  [
    'an action after the question',
    {
      state,
      nodes: { a: mail, b: untilYes },
      edges: ['start > b', 'b.yes > a', 'b.no > end', 'a.error > b', 'a > end'],
    },
  ],
  [
    'an agent that asks before it sends',
    singleNode(
      agent({
        tools: ['send_mail'],
        approvals: ['send_mail'],
        prompt: { messages: [{ role: 'placeholder', channel: 'messages' }] },
      }),
    ),
  ],
  ['a channel that code may read', singleNode(set({ draft: '= JSON.stringify(state)' }))],
  [
    'a model whose context nobody knows',
    singleNode(
      model({
        model: { connection: 'demo', name: 'mine' },
        output: { text: 'draft' },
        prompt: { messages: [{ role: 'user', text: long }] },
      }),
      { output: ['draft'] },
    ),
  ],
]
