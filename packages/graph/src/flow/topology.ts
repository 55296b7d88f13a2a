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
  out: (id: string) => readonly IndexedEdge[]
  into: (id: string) => readonly IndexedEdge[]
}

const NONE: readonly IndexedEdge[] = []

export function topologyOf(document: GraphDocument): Topology {
  const leads = wayChecker(document)
  const out = new Map<string, IndexedEdge[]>()
  const into = new Map<string, IndexedEdge[]>()
  for (const [index, edge] of document.edges.entries()) {
    if (!leads(edge)) continue
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

function wayChecker(document: GraphDocument): (edge: GraphEdge) => boolean {
  const ports = new Map<string, ReadonlySet<string | null>>()
  const portsOf = (id: string) => {
    const known = ports.get(id) ?? new Set(portsAt(document, id).map(({ name }) => name))
    ports.set(id, known)
    return known
  }
  return ({ from, when, to }) =>
    (to === END || Object.hasOwn(document.nodes, to)) && portsOf(from).has(when ?? null)
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
  return reach([START], (id) => topology.out(id).map((edge) => edge.to))
}

export function reachingEnd(topology: Topology): Set<string> {
  return reach([END], (id) => topology.into(id).map((edge) => edge.from))
}
