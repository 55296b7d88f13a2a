import { GraphDocument } from '@lathe/contract'

/** Returns a graph with a chain of model calls, each with its own prompt. */
export function prompts(nodes: number, name: string, words: string): GraphDocument {
  const ids = Array.from({ length: nodes }, (_, index) => `${name}${index}`)
  return GraphDocument.parse({
    format: 1,
    state: { topic: { type: 'string' }, draft: { type: 'string' } },
    input: ['topic'],
    output: ['draft'],
    nodes: Object.fromEntries(
      ids.map((id, index) => [
        id,
        {
          kind: 'model',
          model: { connection: 'demo', name: 'demo-1' },
          prompt: { messages: [{ role: 'user', text: `${index}: ${words} {{topic}}` }] },
          output: { text: 'draft' },
        },
      ]),
    ),
    edges: ['start', ...ids].map((from, index) => ({ from, to: ids[index] ?? 'end' })),
  })
}

/** Two versions of a graph in which every node was renamed and changed. */
export const versions = (nodes: number): [before: GraphDocument, after: GraphDocument] => [
  prompts(nodes, 'step', 'answer briefly about'),
  prompts(nodes, 'node', 'answer at length about'),
]
