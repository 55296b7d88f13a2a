import type { GraphDocument, GraphEdge } from '@lathe/contract'
import { END, START } from '@lathe/contract'
import { portsAt } from '../kinds/ports.ts'

export type IndexedEdge = GraphEdge & { index: number }

/**
 * The edges a run can follow, by source and target; edges with a missing target or port are left
 * out.
 */
export type Topology = {
  ids: readonly string[]
  outgoing: (id: string) => readonly IndexedEdge[]
  incoming: (id: string) => readonly IndexedEdge[]
}

const NONE: readonly IndexedEdge[] = []

export function buildTopology(document: GraphDocument): Topology {
  const isFollowed = edgeChecker(document)
  const outgoing = new Map<string, IndexedEdge[]>()
  const incoming = new Map<string, IndexedEdge[]>()
  for (const [index, edge] of document.edges.entries()) {
    if (!isFollowed(edge)) continue
    const indexed = { ...edge, index }
    push(outgoing, edge.from, indexed)
    push(incoming, edge.to, indexed)
  }
  return {
    ids: [START, ...Object.keys(document.nodes), END],
    outgoing: (id) => outgoing.get(id) ?? NONE,
    incoming: (id) => incoming.get(id) ?? NONE,
  }
}

function edgeChecker(document: GraphDocument): (edge: GraphEdge) => boolean {
  const ports = new Map<string, ReadonlySet<string | null>>()
  const nodePorts = (id: string) => {
    const names = ports.get(id) ?? new Set(portsAt(document, id).map(({ name }) => name))
    ports.set(id, names)
    return names
  }
  return ({ from, when, to }) =>
    (to === END || Object.hasOwn(document.nodes, to)) && nodePorts(from).has(when ?? null)
}

function push<K, T>(map: Map<K, T[]>, key: K, item: T): void {
  const list = map.get(key)
  if (list) list.push(item)
  else map.set(key, [item])
}

/** Returns all nodes reachable from `starts`, including `starts`. */
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
  return reach([START], (id) => topology.outgoing(id).map((edge) => edge.to))
}

export function reachingEnd(topology: Topology): Set<string> {
  return reach([END], (id) => topology.incoming(id).map((edge) => edge.from))
}
