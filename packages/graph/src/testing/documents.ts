import type { Channel, GraphDocument, GraphEdge, GraphNode } from '@lathe/contract'

type Parts = {
  state?: Record<string, Channel>
  input?: string[]
  output?: string[]
  nodes?: Record<string, GraphNode>
  /** `'a > b'`, `'a.port > b'`, or an edge object. */
  edges?: (string | GraphEdge)[]
}

/** Builds a document from the parts that a test is about. */
export function graph({ state, input, output, nodes = {}, edges = [] }: Parts): GraphDocument {
  const channels = state ?? { topic: { type: 'string' } }
  return {
    format: 1,
    state: channels,
    input: input ?? Object.keys(channels).slice(0, 1),
    output: output ?? [],
    nodes,
    edges: edges.map((edge) => (typeof edge === 'string' ? parseEdge(edge) : edge)),
    layout: {},
    notes: [],
  }
}

export function set(values: Record<string, unknown>): GraphNode {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' && value.startsWith('= ')
      ? { expression: value.slice(2) }
      : typeof value === 'string'
        ? { template: value }
        : { value },
  ])
  return { kind: 'set', values: Object.fromEntries(entries) }
}

function parseEdge(text: string): GraphEdge {
  const [source = '', to = ''] = text.split(' > ')
  const [from = '', when] = source.split('.')
  return { from, to, ...(when !== undefined && { when }) }
}
