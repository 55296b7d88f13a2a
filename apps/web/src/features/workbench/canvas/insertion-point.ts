import type { GraphDocument } from '@lathe/contract'
import { portsAt } from '@lathe/graph'
import { edgeIndex, onlyOne, type Selection } from '../store/selection.ts'
import type { PaletteRequest } from './canvas-ui.ts'

/**
 * Returns where a new node goes: into the selected edge, after the selected node by a free port, or
 * into its only outgoing edge.
 */
export function insertionPoint(
  document: GraphDocument,
  selection: Selection,
): Pick<PaletteRequest, 'from' | 'edgeIndex'> {
  const selected = onlyOne(selection)
  if (selected?.type === 'edge') return { edgeIndex: edgeIndex(document, selected.key) }
  if (!selected) return {}
  const from = firstFreePort(document, selected.id)
  if (from) return { from }
  const [onlyIndex, ...otherIndices] = [...document.edges.keys()].filter((index) => {
    const edge = document.edges[index]
    return edge?.from === selected.id && edge.when !== 'error'
  })
  return onlyIndex === undefined || otherIndices.length > 0 ? {} : { edgeIndex: onlyIndex }
}

/**
 * Returns the first free port of a node except the error port, or undefined if all are connected.
 */
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
