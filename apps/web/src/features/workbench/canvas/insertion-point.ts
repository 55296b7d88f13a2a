import type { GraphDocument } from '@lathe/contract'
import { portsAt } from '@lathe/graph'
import { edgeIndex, onlyOne, type Selection } from '../store/selection.ts'
import type { PaletteRequest } from './canvas-ui.ts'

/**
 * Where a node added by keys goes: into the selected edge, after the selected node by a port nothing leaves by yet, or
 * else into the one edge that leaves it.
 */
export function afterSelection(
  document: GraphDocument,
  selection: Selection,
): Pick<PaletteRequest, 'from' | 'into'> {
  const one = onlyOne(selection)
  if (one?.type === 'edge') return { into: edgeIndex(document, one.key) }
  if (!one) return {}
  const from = firstFreePort(document, one.id)
  if (from) return { from }
  const [only, ...more] = [...document.edges.keys()].filter((index) => {
    const edge = document.edges[index]
    return edge?.from === one.id && edge.when !== 'error'
  })
  return only === undefined || more.length > 0 ? {} : { into: only }
}

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
