import { END, type GraphDocument, START } from '@lathe/contract'

export type Point = [number, number]

const COLUMN = 300
const ROW = 150

/** The position of every card: stored by the user, or computed from the distance to the start. */
export function nodePositions(document: GraphDocument): Record<string, Point> {
  const ids = [START, ...Object.keys(document.nodes), END]
  const isLaidOut = ids.every((id) => id in document.layout)
  const levels = isLaidOut ? {} : nodeLevels(document)
  const last = Math.max(0, ...Object.values(levels))
  const usedRows = new Map<number, number>()
  const positions: Record<string, Point> = {}
  for (const id of ids) {
    const storedPosition = document.layout[id]
    const level = id === END ? Math.max(last, 1) : (levels[id] ?? last)
    const row = usedRows.get(level) ?? 0
    if (!storedPosition) usedRows.set(level, row + 1)
    positions[id] = storedPosition ?? [level * COLUMN, row * ROW]
  }
  return positions
}

/** Distance in edges from the start to each node. Unreachable nodes are left out. */
function nodeLevels(document: GraphDocument): Record<string, number> {
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
