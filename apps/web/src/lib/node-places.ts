import { END, type GraphDocument, START } from '@lathe/contract'

export type Point = [number, number]

const COLUMN = 300
const ROW = 150

/** Where every card stands: as laid out, and what is not by its distance from the start. */
export function placesOf(document: GraphDocument): Record<string, Point> {
  const ids = [START, ...Object.keys(document.nodes), END]
  const levels = levelsOf(document)
  const last = Math.max(0, ...Object.values(levels))
  const filled = new Map<number, number>()
  const places: Record<string, Point> = {}
  for (const id of ids) {
    const known = document.layout[id]
    const level = id === END ? Math.max(last, 1) : (levels[id] ?? last)
    const row = filled.get(level) ?? 0
    if (!known) filled.set(level, row + 1)
    places[id] = known ?? [level * COLUMN, row * ROW]
  }
  return places
}

/** Edges from the start to each node by the shortest way; nodes nothing leads to are left out. */
function levelsOf(document: GraphDocument): Record<string, number> {
  const levels: Record<string, number> = { [START]: 0 }
  const queue = [START]
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const next = (levels[id] ?? 0) + 1
    for (const edge of document.edges) {
      if (edge.from !== id || edge.to in levels) continue
      levels[edge.to] = next
      queue.push(edge.to)
    }
  }
  return levels
}
