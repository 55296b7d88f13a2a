import type { CalledAgents, GraphDocument, GraphNode } from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { graph } from '../../testing/documents.ts'
import type { Recorded } from '../../testing/run-harness.ts'

export const writerAgents = (document: GraphDocument): CalledAgents => ({
  writer: { agent: 'writer', name: 'Writer', version: 3, hash: hashDocument(document), document },
})

export const call = (fields: Partial<GraphNode> = {}): GraphNode =>
  ({
    kind: 'agent-call',
    agent: 'writer',
    input: { topic: { expression: 'topic' } },
    output: { text: 'text' },
    ...fields,
  }) as GraphNode

export const caller = (fields: Partial<GraphNode> = {}) =>
  graph({ nodes: { delegate: call(fields) }, edges: ['start > delegate', 'delegate > end'] })

export const outcomeCode = ({ outcome }: Recorded) =>
  'error' in outcome ? outcome.error.code : outcome.type
