import type { GraphNode, NodeOf } from '@lathe/contract'
import { ask, copied, singleNode, rules, state } from './cases.ts'
import type { Case } from './cases.ts'

export const call = (fields: Partial<NodeOf<'agent-call'>> = {}): GraphNode => ({
  kind: 'agent-call',
  agent: 'assistant',
  input: { question: { expression: 'topic' } },
  output: { draft: 'reply' },
  ...fields,
})

const office = call({ agent: 'office', input: {}, output: {} })
const untilYes = ask({ decisions: [{ port: 'yes' }, { port: 'no' }] })

export const callCases: Case[] = [
  [
    'ASK_WITHOUT_KEY',
    'copies of a call that asks',
    { node: 'a', field: 'agent', name: 'sure' },
    copied(office),
  ],
  [
    'UNAPPROVED_WRITE',
    'a call that sends mail',
    { node: 'a', field: 'agent', name: 'send_mail' },
    singleNode(office),
  ],
  [
    'REPEATED_EFFECT',
    'a call that sends mail before the question',
    { node: 'a' },
    {
      state,
      nodes: { a: office, b: untilYes },
      edges: ['start > a', 'a > b', 'b.yes > end', 'b.no > a'],
    },
  ],
  [
    'REPEATED_EFFECT',
    'a call that asks itself after it has acted',
    { node: 'a' },
    {
      state,
      nodes: { a: office, b: rules('count > 1') },
      edges: ['start > a', 'a > b', 'b.p0 > end', 'b.else > a'],
    },
  ],
  [
    'UNUSED_RESULT',
    'a call whose outputs go nowhere',
    { node: 'a', field: 'output' },
    singleNode(call({ output: {} })),
  ],
  [
    'UNKNOWN_AGENT',
    'an agent that is not there',
    { node: 'a', field: 'agent' },
    singleNode(call({ agent: 'ghost' })),
  ],
  [
    'UNKNOWN_AGENT',
    'no agent chosen',
    { node: 'a', field: 'agent' },
    singleNode(call({ agent: '', input: {}, output: {} })),
  ],
  [
    'UNKNOWN_VERSION',
    'a version that is not there',
    { node: 'a', field: 'version' },
    singleNode(call({ version: 3 })),
  ],
  [
    'UNKNOWN_VERSION',
    'an agent that is not published',
    { node: 'a', field: 'version' },
    singleNode(call({ agent: 'draft', input: {}, output: {} })),
  ],
  [
    'CALL_CIRCLE',
    'an agent that calls itself',
    { node: 'a', field: 'agent' },
    singleNode(call({ agent: 'ring', input: {}, output: {} })),
  ],
  [
    'BROKEN_CALL',
    'an agent with errors of its own',
    { node: 'a', field: 'agent' },
    singleNode(call({ agent: 'broken', input: {}, output: {} })),
  ],
  [
    'MISSING_INPUT',
    'an input without a default',
    { node: 'a', field: 'input.question', name: 'question' },
    singleNode(call({ input: {} })),
  ],
  [
    'UNKNOWN_INPUT',
    'an input it does not take',
    { node: 'a', field: 'input.reply', name: 'reply' },
    singleNode(call({ input: { question: { value: 'x' }, reply: { value: 'x' } } })),
  ],
  [
    'CHANNEL_TYPE',
    'an input of the wrong type',
    { node: 'a', field: 'input.loud' },
    singleNode(call({ input: { question: { value: 'x' }, loud: { value: 'yes' } } })),
  ],
  [
    'CHANNEL_TYPE',
    'a text for what is no text',
    { node: 'a', field: 'input.loud' },
    singleNode(call({ input: { question: { value: 'x' }, loud: { template: '{{topic}}' } } })),
  ],
  [
    'UNKNOWN_OUTPUT',
    'an output it does not give',
    { node: 'a', field: 'output.draft', name: 'question' },
    singleNode(call({ output: { draft: 'question' } })),
  ],
  [
    'CHANNEL_TYPE',
    'an output that does not fit the channel',
    { node: 'a', field: 'output.draft', name: 'draft' },
    singleNode(call({ output: { draft: 'steps' } })),
  ],
  [
    'UNKNOWN_CHANNEL',
    'an output to a channel that is not there',
    { node: 'a', field: 'output.ghost', name: 'ghost' },
    singleNode(call({ output: { ghost: 'reply' } })),
  ],
  [
    'UNKNOWN_CHANNEL',
    'an input from a channel that is not there',
    { node: 'a', field: 'input.question.expression', name: 'ghost' },
    singleNode(call({ input: { question: { expression: 'ghost' } } })),
  ],
]
