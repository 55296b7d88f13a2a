import type { GraphNode, NodeOf } from '@lathe/contract'
import { graph } from './documents.ts'
import { testTool } from './runtime.ts'

export const model = { connection: 'demo', name: 'demo-1' }
const state = {
  messages: { type: 'messages' },
  text: { type: 'string' },
  number: { type: 'number' },
} as const
export const agent = (fields: Partial<NodeOf<'agent'>> = {}): GraphNode => ({
  kind: 'agent',
  model,
  prompt: {
    messages: [
      { role: 'system', text: 'Be brief.' },
      { role: 'placeholder', channel: 'messages' },
    ],
  },
  tools: ['add'],
  ...fields,
})
export const only = (node: GraphNode) =>
  graph({ state, nodes: { helper: node }, edges: ['start > helper', 'helper > end'] })
export const add = testTool('add', async ({ a, b }) => Number(a) + Number(b), {
  schema: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
})
export const texts = (messages: unknown) =>
  (messages as { role: string; content: string }[]).map(
    ({ role, content }) => `${role}: ${content}`,
  )
