import { END, type GraphDocument, START, type GraphEdge } from '@lathe/contract'
import { hasNote } from '../notes.ts'

/** Ids of cards (nodes, `start`, `end` and notes) and keys of edges. */
export type Selection = { nodes: readonly string[]; edges: readonly string[] }

export const EMPTY_SELECTION: Selection = { nodes: [], edges: [] }

export const selectNode = (id: string): Selection => ({ nodes: [id], edges: [] })
export const selectEdge = (key: string): Selection => ({ nodes: [], edges: [key] })

export const isSameList = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((item, index) => item === b[index])

export const isSameSelection = (a: Selection, b: Selection) =>
  isSameList(a.nodes, b.nodes) && isSameList(a.edges, b.edges)

export const hasCard = (document: GraphDocument, id: string) =>
  id === START || id === END || Object.hasOwn(document.nodes, id) || hasNote(document, id)

/** Removes items from the selection that no longer exist. */
export function prune(selection: Selection, document: GraphDocument): Selection {
  const keys = selection.edges.length > 0 ? new Set(edgeKeys(document)) : new Set<string>()
  const prunedSelection = {
    nodes: selection.nodes.filter((id) => hasCard(document, id)),
    edges: selection.edges.filter((key) => keys.has(key)),
  }
  return isSameSelection(prunedSelection, selection) ? selection : prunedSelection
}

/** Returns the selected item if exactly one is selected. */
export function singleSelection(
  selection: Selection,
): { type: 'node'; id: string } | { type: 'edge'; key: string } | undefined {
  const [node] = selection.nodes
  const [edge] = selection.edges
  if (selection.nodes.length + selection.edges.length !== 1) return undefined
  if (node !== undefined) return { type: 'node', id: node }
  return edge === undefined ? undefined : { type: 'edge', key: edge }
}

const edgeKeyBase = (edge: GraphEdge) => `${edge.from}:${edge.when ?? ''}>${edge.to}`

const cachedKeys = new WeakMap<readonly GraphEdge[], string[]>()

/**
 * Returns a stable key per edge, in the order of `document.edges`. Duplicate edges are numbered.
 */
export function edgeKeys({ edges }: GraphDocument): readonly string[] {
  const before = cachedKeys.get(edges)
  if (before) return before
  const countByKey = new Map<string, number>()
  const keys = edges.map((edge) => {
    const base = edgeKeyBase(edge)
    const count = (countByKey.get(base) ?? 0) + 1
    countByKey.set(base, count)
    return count === 1 ? base : `${base}#${count}`
  })
  cachedKeys.set(edges, keys)
  return keys
}

export function edgeIndex(document: GraphDocument, key: string): number {
  return edgeKeys(document).indexOf(key)
}

export const edgeKeyAt = (document: GraphDocument, index: number): string | undefined =>
  edgeKeys(document)[index]
