import { END, type GraphDocument, START } from '@lathe/contract'
import { isNoteOf } from '../notes.ts'
import { edgeKeys } from './edge-keys.ts'

/** Ids of cards (nodes, `start` and `end`, notes) and edge keys. */
export type Selection = { nodes: readonly string[]; edges: readonly string[] }

export const NOTHING: Selection = { nodes: [], edges: [] }

export const selectNode = (id: string): Selection => ({ nodes: [id], edges: [] })
export const selectEdge = (key: string): Selection => ({ nodes: [], edges: [key] })

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((each, index) => each === b[index])

export const isSameSelection = (a: Selection, b: Selection) =>
  isSame(a.nodes, b.nodes) && isSame(a.edges, b.edges)

export const isNodeOf = (document: GraphDocument, id: string) =>
  id === START || id === END || Object.hasOwn(document.nodes, id) || isNoteOf(document, id)

/** The same selection without what is no longer there. */
export function prune(selection: Selection, document: GraphDocument): Selection {
  const keys = selection.edges.length > 0 ? new Set(edgeKeys(document)) : new Set<string>()
  const pruned = {
    nodes: selection.nodes.filter((id) => isNodeOf(document, id)),
    edges: selection.edges.filter((key) => keys.has(key)),
  }
  return isSameSelection(pruned, selection) ? selection : pruned
}

/** What the inspector shows: the one thing that is selected. */
export function onlyOne(
  selection: Selection,
): { type: 'node'; id: string } | { type: 'edge'; key: string } | undefined {
  const [node] = selection.nodes
  const [edge] = selection.edges
  if (selection.nodes.length + selection.edges.length !== 1) return undefined
  if (node !== undefined) return { type: 'node', id: node }
  return edge === undefined ? undefined : { type: 'edge', key: edge }
}
