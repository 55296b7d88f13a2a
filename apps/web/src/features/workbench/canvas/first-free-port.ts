import type { GraphDocument } from '@lathe/contract'
import { portsAt } from '@lathe/graph'

/** The first port of a node that nothing leaves by yet, errors aside; undefined when all are taken. */
export function firstFreePort(
  document: GraphDocument,
  node: string,
): { node: string; port: string | null } | undefined {
  const free = portsAt(document, node).find(
    ({ name, role }) =>
      role !== 'error' &&
      !document.edges.some((edge) => edge.from === node && (edge.when ?? null) === name),
  )
  return free && { node, port: free.name }
}
