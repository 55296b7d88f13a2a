import { END, type GraphDocument, START } from '@lathe/contract'
import { channelSchema, inputSchema, outputSchema } from '@lathe/graph'

const TERMINAL_NODES: Record<string, string> = { [START]: '__start__', [END]: '__end__' }

/** Converts a graph into LangGraph's drawing format. */
export function toWireGraph({ nodes, edges }: GraphDocument) {
  const wireNodes = Object.entries(nodes).map(([id, node]) => ({
    id,
    type: 'runnable',
    data: { id: ['lathe', node.kind], name: id },
    metadata: { kind: node.kind, ...(node.title !== undefined && { title: node.title }) },
  }))
  const terminalNode = (id: string) => ({ id, type: 'schema', data: id })
  return {
    nodes: [terminalNode('__start__'), ...wireNodes, terminalNode('__end__')],
    edges: edges.map(({ from, to, when, each }) => ({
      source: TERMINAL_NODES[from] ?? from,
      target: TERMINAL_NODES[to] ?? to,
      ...((when !== undefined || each !== undefined) && { conditional: true }),
      ...(when !== undefined && { data: when }),
    })),
  }
}

export function toWireSchemas(graphId: string, document: GraphDocument) {
  const properties = Object.fromEntries(
    Object.entries(document.state).map(([name, channel]) => [name, channelSchema(channel)]),
  )
  const empty = { type: 'object', properties: {} }
  return {
    graph_id: graphId,
    input_schema: inputSchema(document),
    output_schema: outputSchema(document),
    state_schema: { type: 'object', properties },
    config_schema: empty,
    context_schema: empty,
  }
}
