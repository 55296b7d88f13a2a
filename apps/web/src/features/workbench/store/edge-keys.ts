import type { GraphDocument, GraphEdge } from '@lathe/contract'

const wayOf = (edge: GraphEdge) => `${edge.from}:${edge.when ?? ''}>${edge.to}`

const known = new WeakMap<readonly GraphEdge[], string[]>()

/** One stable key per edge, in the order of `document.edges`; a second edge of the same way is numbered. */
export function edgeKeys({ edges }: GraphDocument): readonly string[] {
  const before = known.get(edges)
  if (before) return before
  const seen = new Map<string, number>()
  const keys = edges.map((edge) => {
    const way = wayOf(edge)
    const count = (seen.get(way) ?? 0) + 1
    seen.set(way, count)
    return count === 1 ? way : `${way}#${count}`
  })
  known.set(edges, keys)
  return keys
}

export function edgeIndex(document: GraphDocument, key: string): number {
  return edgeKeys(document).indexOf(key)
}

export const keyOfEdge = (document: GraphDocument, index: number): string | undefined =>
  edgeKeys(document)[index]
