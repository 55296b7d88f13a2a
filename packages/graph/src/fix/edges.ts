import type { GraphDocument, GraphEdge } from '@lathe/contract'
import { connectProblem, disconnect, setEdge } from '../edit/edges.ts'
import { reach, buildTopology } from '../flow/topology.ts'
import { portsAt } from '../kinds/ports.ts'
import { nodeReads } from '../kinds/channel-uses.ts'
import { isClose } from '../text/is-close.ts'
import { applyOrKeep, withEdge, omitKey } from './change.ts'
import { safeFix, verifiedFix } from './fix.ts'
import type { Candidate, Fixer } from './fix.ts'

const remove = (index: number, label = 'Remove the edge'): Candidate =>
  safeFix(label, (document) => disconnect(document, index))

/** Fixes for edges with a missing target or port, edges into the start and duplicates. */
export const edgeFixers = {
  UNKNOWN_NODE: ({ document, edge, field }) => {
    if (!edge) return []
    const side = field === 'from' ? 'from' : 'to'
    const similar = Object.keys(document.nodes).find((id) => isClose(id, edge.edge[side]))
    const reconnect = (id: string): GraphEdge => ({ ...edge.edge, [side]: id })
    return [
      ...(similar === undefined
        ? []
        : [
            verifiedFix(`Connect \`${similar}\``, (current) =>
              applyOrKeep(current, setEdge(current, edge.index, reconnect(similar))),
            ),
          ]),
      ...(canRemove(document, edge.index) ? [remove(edge.index)] : []),
    ]
  },

  WRONG_END: ({ document, edge, field }) => {
    if (!edge) return []
    if (field === 'each') {
      return [
        safeFix('Remove the fan-out', (current) =>
          withEdge(current, edge.index, (old) => omitKey(old, 'each')),
        ),
      ]
    }
    return canRemove(document, edge.index) ? [remove(edge.index)] : []
  },

  UNKNOWN_PORT: ({ document, edge }) => {
    if (!edge) return []
    const remaining = disconnect(document, edge.index)
    const usedPorts = new Set(
      remaining.edges.filter(({ from }) => from === edge.edge.from).map(({ when }) => when ?? null),
    )
    const free = portsAt(document, edge.edge.from)
      .filter(({ name, role }) => role !== 'error' && !usedPorts.has(name))
      .map(({ name, label }) => ({ label, way: changePort(edge.edge, name) }))
      .filter(({ way: candidate }) => connectProblem(remaining, candidate) === null)
    return [
      ...free.map(({ label, way: candidate }) =>
        verifiedFix(`Use the port \`${label}\``, (current) =>
          withEdge(current, edge.index, () => candidate),
        ),
      ),
      ...(canRemove(document, edge.index) ? [remove(edge.index)] : []),
    ]
  },

  DUPLICATE_EDGE: ({ document, edge }) =>
    edge && canRemove(document, edge.index)
      ? [remove(edge.index, 'Remove the duplicate edge')]
      : [],
} satisfies Record<string, Fixer>

function changePort(edge: GraphEdge, port: string | null): GraphEdge {
  const remaining = omitKey(edge, 'when')
  return port === null ? remaining : { ...remaining, when: port }
}

/**
 * Returns whether the graph keeps all paths between nodes, and all names in scope, without the
 * edge.
 */
export function canRemove(document: GraphDocument, index: number): boolean {
  const edge = document.edges[index]
  if (!edge) return false
  const remaining = disconnect(document, index)
  return keepsNames(remaining, [edge]) && keepsPaths(document, remaining, edge)
}

function keepsPaths(
  document: GraphDocument,
  remaining: GraphDocument,
  { from, to }: GraphEdge,
): boolean {
  const [before, after] = [buildTopology(document), buildTopology(remaining)]
  if (before.outgoing(from).length === after.outgoing(from).length) return true
  return reach([from], (id) => after.outgoing(id).map((candidate) => candidate.to)).has(to)
}

/** Returns whether no target reads a name that only one of these edges provides. */
export function keepsNames(remaining: GraphDocument, removed: readonly GraphEdge[]): boolean {
  const isError = removed.some(({ when }) => when === 'error')
  if (isError && !remaining.edges.some(({ when }) => when === 'error')) return false
  return removed.every(({ to, each }) => {
    if (!each || !Object.hasOwn(remaining.nodes, to)) return true
    if (remaining.edges.some((other) => other.to === to && other.each?.as === each.as)) return true
    const target = remaining.nodes[to]
    return !target || !nodeReads(target).uses.some(({ channel }) => channel === each.as)
  })
}
