import type { GraphDocument, GraphEdge } from '@lathe/contract'

const wayOf = (edge: GraphEdge) => `${edge.from}:${edge.when ?? ''}>${edge.to}`

/** One stable key per edge, in the order of `document.edges`; a second edge of the same way is numbered. */
export function edgeKeys(document: GraphDocument): string[] {
  const seen = new Map<string, number>()
  return document.edges.map((edge) => {
    const way = wayOf(edge)
    const count = (seen.get(way) ?? 0) + 1
    seen.set(way, count)
    return count === 1 ? way : `${way}#${count}`
  })
}

export function edgeIndex(document: GraphDocument, key: string): number {
  return edgeKeys(document).indexOf(key)
}

export const keyOfEdge = (document: GraphDocument, index: number): string | undefined =>
  edgeKeys(document)[index]
