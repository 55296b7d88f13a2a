import { set } from '../testing/documents.ts'
import type { NodeOf } from '@lathe/contract'
import { ask, code, line, model, singleNode, demoModel, prompt, state } from './cases.ts'
import type { Case } from './cases.ts'

const retrieve = (fields: Partial<NodeOf<'retrieve'>>) => ({
  state: { ...state, found: { type: 'array' as const } },
  output: ['found'],
  nodes: {
    a: {
      kind: 'retrieve' as const,
      collection: 'docs',
      query: 'x',
      k: 5,
      writes: 'found',
      ...fields,
    },
  },
  edges: line,
})

export const contentCases: Case[] = [
  [
    'UNKNOWN_CHANNEL',
    'a registry prompt that takes what the state has not',
    { node: 'a', field: 'prompt', name: 'guest' },
    singleNode(model({ prompt: { name: 'welcome' } })),
  ],
  [
    'UNKNOWN_COLLECTION',
    'a search of a collection that is not there',
    { node: 'a', field: 'collection' },
    retrieve({ collection: 'dogs' }),
  ],
  ['EMPTY_QUERY', 'a search for nothing', { node: 'a', field: 'query' }, retrieve({ query: ' ' })],
  [
    'CHANNEL_TYPE',
    'what is found in a text',
    { node: 'a', field: 'writes', name: 'draft' },
    retrieve({ writes: 'draft' }),
  ],
  [
    'EMPTY_COLLECTION',
    'a search of a collection that holds nothing',
    { node: 'a', field: 'collection' },
    retrieve({ collection: 'bare' }),
  ],
  [
    'UNDECLARED_WRITE',
    'code that returns more than it says',
    { node: 'a', field: 'writes' },
    singleNode(code('return { draft: 1, topic: 2 }', ['draft'])),
  ],
  [
    'UNKNOWN_PATH',
    'an answer without this part',
    { node: 'a', field: 'answer.writes.draft' },
    singleNode(
      model({
        answer: {
          schema: { type: 'object', properties: { text: { type: 'string' } } },
          writes: { draft: 'txt' },
        },
      }),
    ),
  ],
  [
    'UNKNOWN_PATH',
    'a decision without this part',
    { node: 'a', field: 'writes.draft' },
    singleNode(ask({ writes: { draft: 'value.text' } }), { edges: ['start > a', 'a.yes > end'] }),
  ],
  [
    'UNKNOWN_PATH',
    'a field the form has not',
    { node: 'a', field: 'writes.draft' },
    singleNode(
      ask({
        form: { type: 'object', properties: { note: { type: 'string' } } },
        writes: { draft: 'values.text' },
      }),
      { edges: ['start > a', 'a.yes > end'] },
    ),
  ],
  [
    'EXPRESSION_SYNTAX',
    'a broken expression',
    { node: 'a', field: 'values.draft.expression' },
    singleNode(set({ draft: '= topic +' })),
  ],
  [
    'EXPRESSION_SYNTAX',
    'an expression that gives no value',
    { node: 'a', field: 'values.draft.expression' },
    singleNode(set({ draft: '= topic;' })),
  ],
  ['CODE_SYNTAX', 'broken code', { node: 'a', field: 'code' }, singleNode(code('const x ='))],
  [
    'CODE_SYNTAX',
    'code that imports',
    { node: 'a', field: 'code' },
    singleNode(code('return await import("fs")')),
  ],
  [
    'TEMPLATE_SYNTAX',
    'an open section',
    { node: 'a', field: 'values.draft.template' },
    singleNode(set({ draft: '{{#notes}}' })),
  ],
  [
    'TEMPLATE_SYNTAX',
    'a partial',
    { node: 'a', field: 'values.draft.template' },
    singleNode(set({ draft: '{{> file}}' })),
  ],
  [
    'TEMPLATE_SYNTAX',
    'a call',
    { node: 'a', field: 'values.draft.template' },
    singleNode(set({ draft: '{{topic()}}' })),
  ],
  [
    'EMPTY_PROMPT',
    'a prompt that says nothing',
    { node: 'a', field: 'prompt' },
    singleNode(model({ prompt: { messages: [{ role: 'system', text: ' ' }] } })),
  ],
  [
    'NO_MODEL',
    'no model chosen',
    { node: 'a', field: 'model.name' },
    singleNode(model({ model: { connection: 'demo', name: '' } })),
  ],
  [
    'UNKNOWN_CONNECTION',
    'a connection that is not there',
    { node: 'a', field: 'model.connection' },
    singleNode(model({ model: { connection: 'mine', name: 'm' } })),
  ],
  [
    'UNKNOWN_PROMPT',
    'a prompt that is not there',
    { node: 'a', field: 'prompt' },
    singleNode(model({ prompt: { name: 'farewell' } })),
  ],
  [
    'UNKNOWN_PROMPT',
    'a version that is not there',
    { node: 'a', field: 'prompt' },
    singleNode(model({ prompt: { name: 'greeting', version: 3 } })),
  ],
  [
    'UNKNOWN_TOOL',
    'a tool that is not there',
    { node: 'a', field: 'tools' },
    singleNode(model({ tools: ['hammer'] })),
  ],
  [
    'UNKNOWN_TOOL',
    'a choice that is not offered',
    { node: 'a', field: 'toolChoice' },
    singleNode(model({ toolChoice: { tool: 'calculator' } })),
  ],
  [
    'UNKNOWN_TOOL',
    'an approval of a tool the agent lacks',
    { node: 'a', field: 'approvals' },
    singleNode({ kind: 'agent', model: demoModel, prompt, tools: [], approvals: ['send_mail'] }),
  ],
  [
    'TOOL_COLLISION',
    'a tool named twice',
    { node: 'a', field: 'tools' },
    singleNode(model({ tools: ['calculator', 'calculator'] })),
  ],
  [
    'TOOL_COLLISION',
    'two tools of one name',
    { node: 'a', field: 'tools' },
    singleNode(model({ tools: ['twice'] })),
  ],
  [
    'TOOL_ARGUMENTS',
    'a missing argument',
    { node: 'a', field: 'args.expression' },
    singleNode({ kind: 'tool', tool: 'calculator', args: {} }),
  ],
  [
    'TOOL_ARGUMENTS',
    'an argument too many',
    { node: 'a', field: 'args.x' },
    singleNode({
      kind: 'tool',
      tool: 'calculator',
      args: { expression: { value: '1' }, x: { value: 1 } },
    }),
  ],
  [
    'TOOL_ARGUMENTS',
    'an argument of the wrong type',
    { node: 'a', field: 'args.expression' },
    singleNode({ kind: 'tool', tool: 'calculator', args: { expression: { value: 1 } } }),
  ],
  [
    'BAD_SCHEMA',
    'an answer',
    { node: 'a', field: 'answer.schema.properties.x.type' },
    singleNode(
      model({
        answer: { schema: { type: 'object', properties: { x: { type: 'text' } } }, writes: {} },
      }),
    ),
  ],
  [
    'BAD_SCHEMA',
    'a form that is no object',
    { node: 'a', field: 'form' },
    singleNode(ask({ form: { type: 'string' } }), { edges: ['start > a', 'a.yes > end'] }),
  ],
  [
    'BAD_SCHEMA',
    'a channel',
    { channel: 'x', field: 'items.pattern' },
    singleNode(set({}), { state: { x: { type: 'array', items: { pattern: '(' } } } }),
  ],
  [
    'SECRET',
    'a key in a prompt',
    { node: 'a', field: 'prompt.messages.0.text' },
    singleNode(
      model({ prompt: { messages: [{ role: 'user', text: `Use sk-proj-${'a1'.repeat(12)}` }] } }),
    ),
  ],
]
