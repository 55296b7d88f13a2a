import type { GraphDocument, GraphEdge } from '@lathe/contract'
import { END, START } from '@lathe/contract'

export type IndexedEdge = GraphEdge & { index: number }

/** The edges of a document by the node they leave and enter; edges to nowhere are left out. */
export type Topology = {
  ids: readonly string[]
  out: (id: string) => readonly IndexedEdge[]
  into: (id: string) => readonly IndexedEdge[]
}

const NONE: readonly IndexedEdge[] = []

export function topologyOf(document: GraphDocument): Topology {
  const exists = (id: string) => id === START || id === END || Object.hasOwn(document.nodes, id)
  const out = new Map<string, IndexedEdge[]>()
  const into = new Map<string, IndexedEdge[]>()
  for (const [index, edge] of document.edges.entries()) {
    if (!exists(edge.from) || !exists(edge.to)) continue
    const indexed = { ...edge, index }
    push(out, edge.from, indexed)
    push(into, edge.to, indexed)
  }
  return {
    ids: [START, ...Object.keys(document.nodes), END],
    out: (id) => out.get(id) ?? NONE,
    into: (id) => into.get(id) ?? NONE,
  }
}

function push<K, T>(map: Map<K, T[]>, key: K, item: T): void {
  const list = map.get(key)
  if (list) list.push(item)
  else map.set(key, [item])
}

/** Everything reachable from `starts`, these included. */
export function reach(
  starts: Iterable<string>,
  next: (id: string) => Iterable<string>,
): Set<string> {
  const seen = new Set(starts)
  const queue = [...seen]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const other of next(id)) {
      if (seen.has(other)) continue
      seen.add(other)
      queue.push(other)
    }
  }
  return seen
}

export function reachable(topology: Topology): Set<string> {
  return reach([START], (id) => topology.out(id).map((edge) => edge.to))
}

export function reachingEnd(topology: Topology): Set<string> {
  return reach([END], (id) => topology.into(id).map((edge) => edge.from))
}
