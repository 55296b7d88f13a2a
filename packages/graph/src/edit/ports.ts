import type { GraphDocument } from '@lathe/contract'
import { kindDefinition } from '@lathe/nodes'

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
  return {
    ...document,
    nodes: {
      ...document.nodes,
      [id]: kindDefinition(node.kind).renamePort?.(node, from, to) ?? node,
    },
    edges,
  }
}
