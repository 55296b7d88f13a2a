import type { NodeOf } from '@lathe/contract'
import type { ScriptEntry } from '@lathe/mock-provider'
import { graph, demoModel } from './documents.ts'

/** An agent whose one tool is the calculator. */
export const calculatingAgent = (fields: Partial<NodeOf<'agent'>> = {}) =>
  graph({
    state: { messages: { type: 'messages' } },
    nodes: {
      assistant: {
        kind: 'agent',
        model: demoModel(),
        prompt: { messages: [{ role: 'placeholder', channel: 'messages' }] },
        tools: ['calculator'],
        ...fields,
      },
    },
    edges: ['start > assistant', 'assistant > end'],
  })

export const calculation = { messages: [{ role: 'user', content: 'What is 6 * 7?' }] }

/** It calls its tool once, and then says this. */
export const calculatesAndSays = (reply: string): ScriptEntry[] => [
  {
    match: { turn: 0 },
    reply: { toolCalls: [{ name: 'calculator', arguments: { expression: '6 * 7' } }] },
  },
  { reply },
]
