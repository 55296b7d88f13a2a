import type { GraphDocument, GraphEdge } from '@lathe/contract'
import { connectProblem, disconnect, setEdge } from '../edit/edges.ts'
import { reach, topologyOf } from '../flow/topology.ts'
import { portsAt } from '../kinds/ports.ts'
import { readsOf } from '../kinds/uses.ts'
import { isClose } from '../text/is-close.ts'
import { orSame, withEdge, without } from './change.ts'
import { always, tried } from './fix.ts'
import type { Candidate, Fixer } from './fix.ts'

const remove = (index: number, label = 'Remove the edge'): Candidate =>
  always(label, (document) => disconnect(document, index))

/** Fixes for edges with a missing target or port, edges into the start and duplicates. */
export const edgeFixers = {
  UNKNOWN_NODE: ({ document, edge, field }) => {
    if (!edge) return []
    const side = field === 'from' ? 'from' : 'to'
    const close = Object.keys(document.nodes).find((id) => isClose(id, edge.edge[side]))
    const moved = (id: string): GraphEdge => ({ ...edge.edge, [side]: id })
    return [
      ...(close === undefined
        ? []
        : [
            tried(`Connect \`${close}\``, (current) =>
              orSame(current, setEdge(current, edge.index, moved(close))),
            ),
          ]),
      ...(canGo(document, edge.index) ? [remove(edge.index)] : []),
    ]
  },

  WRONG_END: ({ document, edge, field }) => {
    if (!edge) return []
    if (field === 'each') {
      return [
        always('Remove the fan-out', (current) =>
          withEdge(current, edge.index, (old) => without(old, 'each')),
        ),
      ]
    }
    return canGo(document, edge.index) ? [remove(edge.index)] : []
  },

  UNKNOWN_PORT: ({ document, edge }) => {
    if (!edge) return []
    const rest = disconnect(document, edge.index)
    const taken = new Set(
      rest.edges.filter(({ from }) => from === edge.edge.from).map(({ when }) => when ?? null),
    )
    const free = portsAt(document, edge.edge.from)
      .filter(({ name, role }) => role !== 'error' && !taken.has(name))
      .map(({ name, label }) => ({ label, way: leaving(edge.edge, name) }))
      .filter(({ way }) => connectProblem(rest, way) === null)
    return [
      ...free.map(({ label, way }) =>
        tried(`Use the port \`${label}\``, (current) => withEdge(current, edge.index, () => way)),
      ),
      ...(canGo(document, edge.index) ? [remove(edge.index)] : []),
    ]
  },

  DUPLICATE_EDGE: ({ document, edge }) =>
    edge && canGo(document, edge.index) ? [remove(edge.index, 'Remove the duplicate edge')] : [],
} satisfies Record<string, Fixer>

function leaving(edge: GraphEdge, port: string | null): GraphEdge {
  const rest = without(edge, 'when')
  return port === null ? rest : { ...rest, when: port }
}

/**
 * Returns whether the graph keeps all paths between nodes, and all names in scope, without the
 * edge.
 */
export function canGo(document: GraphDocument, index: number): boolean {
  const edge = document.edges[index]
  if (!edge) return false
  const rest = disconnect(document, index)
  return keepsNames(rest, [edge]) && keepsWays(document, rest, edge)
}

function keepsWays(document: GraphDocument, rest: GraphDocument, { from, to }: GraphEdge): boolean {
  const [before, after] = [topologyOf(document), topologyOf(rest)]
  if (before.out(from).length === after.out(from).length) return true
  return reach([from], (id) => after.out(id).map((way) => way.to)).has(to)
}

/** Returns whether no target reads a name that only one of these edges provides. */
export function keepsNames(rest: GraphDocument, gone: readonly GraphEdge[]): boolean {
  const isError = gone.some(({ when }) => when === 'error')
  if (isError && !rest.edges.some(({ when }) => when === 'error')) return false
  return gone.every(({ to, each }) => {
    if (!each || !Object.hasOwn(rest.nodes, to)) return true
    if (rest.edges.some((other) => other.to === to && other.each?.as === each.as)) return true
    const target = rest.nodes[to]
    return !target || !readsOf(target).uses.some(({ channel }) => channel === each.as)
  })
}
