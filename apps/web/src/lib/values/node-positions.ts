import { END, type GraphDocument, START } from '@lathe/contract'

export type Point = [number, number]

const COLUMN = 300
const ROW = 150

/** The position of every card: stored by the user, or computed from the distance to the start. */
export function placesOf(document: GraphDocument): Record<string, Point> {
  const ids = [START, ...Object.keys(document.nodes), END]
  const isLaidOut = ids.every((id) => id in document.layout)
  const levels = isLaidOut ? {} : levelsOf(document)
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

/** Distance in edges from the start to each node. Unreachable nodes are left out. */
function levelsOf(document: GraphDocument): Record<string, number> {
  const targets = Map.groupBy(document.edges, (edge) => edge.from)
  const levels: Record<string, number> = { [START]: 0 }
  const queue = [START]
  for (const id of queue) {
    for (const { to } of targets.get(id) ?? []) {
      if (to in levels) continue
      levels[to] = (levels[id] ?? 0) + 1
      queue.push(to)
    }
  }
  return levels
}
