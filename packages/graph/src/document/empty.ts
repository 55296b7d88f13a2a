import type { GraphDocument } from '@lathe/contract'

/** Returns the document of a new agent: one conversation channel that is input and output. */
export function emptyDocument(): GraphDocument {
  return {
    format: 1,
    state: { messages: { type: 'messages', description: 'The conversation' } },
    input: ['messages'],
    output: ['messages'],
    nodes: {},
    edges: [],
    layout: { start: [0, 0], end: [520, 0] },
    notes: [],
  }
}
