import type { GraphDocument } from '@lathe/contract'
import { checkDocument, type CheckEnvironment } from '@lathe/graph'

export type CheckRequest = { id: number; document: GraphDocument; environment: CheckEnvironment }

// A first check makes the browser compile the checker while the document is still being loaded.
checkDocument(
  {
    format: 1,
    state: {},
    input: [],
    output: [],
    nodes: { a: { kind: 'set', values: { b: { expression: '(a) => a' } } } },
    edges: [{ from: 'start', to: 'a' }],
    layout: {},
    notes: [],
  },
  { tools: [], connections: [], agents: [], prompts: [] },
)

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  postMessage({ id: data.id, problems: checkDocument(data.document, data.environment) })
})
