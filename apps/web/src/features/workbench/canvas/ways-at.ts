import type { GraphDocument } from '@lathe/contract'
import type { Direction } from './neighbour.ts'

/** Indices of the edges at a node: those that leave it, then those that lead to it. */
export function waysAt({ edges }: GraphDocument, node: string): number[] {
  const indices = [...edges.keys()]
  return [
    ...indices.filter((index) => edges[index]?.from === node),
    ...indices.filter((index) => edges[index]?.to === node && edges[index].from !== node),
  ]
}

export type WayStep = { node: string } | { edge: number }

/** From an edge to its ends, or to the edge before or after it at the node it leaves. */
export function stepFromWay(
  document: GraphDocument,
  index: number,
  direction: Direction,
): WayStep | undefined {
  const edge = document.edges[index]
  if (!edge) return undefined
  if (direction === 'left') return { node: edge.from }
  if (direction === 'right') return { node: edge.to }
  return { edge: nextWay(document, edge.from, index, direction === 'down' ? 1 : -1) ?? index }
}

/** The edge after this one at a node, round and round; its first where this one is none of its edges. */
export function nextWay(
  document: GraphDocument,
  node: string,
  index: number | undefined,
  step = 1,
): number | undefined {
  const ways = waysAt(document, node)
  const at = index === undefined ? -1 : ways.indexOf(index)
  return at === -1 ? ways[0] : ways.at((at + step) % ways.length)
}
