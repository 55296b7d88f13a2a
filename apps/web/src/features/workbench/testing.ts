import type { Draft, GraphDocument } from '@lathe/contract'

/** A document with one model node, and overrides. */
export const graph = (overrides: Partial<GraphDocument> = {}): GraphDocument => ({
  format: 1,
  state: { messages: { type: 'messages' }, topic: { type: 'string' } },
  input: ['topic'],
  output: ['messages'],
  nodes: {
    answer: {
      kind: 'model',
      model: { connection: 'demo', name: 'demo-1' },
      prompt: { messages: [{ role: 'user', text: '{{topic}}' }] },
    },
  },
  edges: [
    { from: 'start', to: 'answer' },
    { from: 'answer', to: 'end' },
  ],
  layout: {},
  notes: [],
  ...overrides,
})

export const createDraft = (document: GraphDocument, revision = 1): Draft => ({
  revision,
  document,
  hash: `hash-${revision}`,
  savedAt: revision * 1_000_000,
})
