import type { GraphDocument } from '@lathe/contract'

/** What a new agent starts from: a conversation and its two ends. */
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
