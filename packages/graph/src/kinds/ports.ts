import type { GraphDocument } from '@lathe/contract'
import { END, START } from '@lathe/contract'
import { DEFAULT_PORT, nodePorts, type NodePort } from '@lathe/nodes'

/** Like `nodePorts`, but also accepts start and end; empty for a node that does not exist. */
export function portsAt(document: GraphDocument, id: string): NodePort[] {
  if (id === START) return [DEFAULT_PORT]
  if (id === END || !Object.hasOwn(document.nodes, id)) return []
  const node = document.nodes[id]
  return node ? nodePorts(node) : []
}
