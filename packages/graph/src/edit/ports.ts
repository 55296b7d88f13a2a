import type { GraphDocument, GraphNode } from '@lathe/contract'

/** Renames a port of a branch or ask node and updates its edges. */
export function renamePort(
  document: GraphDocument,
  id: string,
  from: string,
  to: string,
): GraphDocument {
  const node = Object.hasOwn(document.nodes, id) ? document.nodes[id] : undefined
  if (!node) return document
  const edges = document.edges.map((edge) =>
    edge.from === id && edge.when === from ? { ...edge, when: to } : edge,
  )
  return { ...document, nodes: { ...document.nodes, [id]: withPort(node, from, to) }, edges }
}

function withPort(node: GraphNode, from: string, to: string): GraphNode {
  const renamed = <T extends { port: string }>(item: T): T =>
    item.port === from ? { ...item, port: to } : item
  if (node.kind === 'ask') return { ...node, decisions: node.decisions.map(renamed) }
  if (node.kind !== 'branch') return node
  const { decide } = node
  return {
    ...node,
    else: node.else === from ? to : node.else,
    decide:
      decide.by === 'rules'
        ? { ...decide, rules: decide.rules.map(renamed) }
        : { ...decide, choices: decide.choices.map(renamed) },
  }
}
