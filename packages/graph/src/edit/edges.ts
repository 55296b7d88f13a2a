import type { GraphDocument, GraphEdge } from '@lathe/contract'
import { END, START } from '@lathe/contract'
import { reach } from '../flow/topology.ts'
import { portsAt } from '../kinds/ports.ts'
import { edited, refused } from './edit.ts'
import type { Edit } from './edit.ts'

/** Null when the edge may be drawn, else why not. */
export function connectProblem(document: GraphDocument, edge: GraphEdge): string | null {
  if (edge.from === END) return 'Nothing comes after the end'
  if (edge.to === START) return 'Nothing comes before the start'
  for (const id of [edge.from, edge.to]) {
    if (id !== START && id !== END && !Object.hasOwn(document.nodes, id))
      return `There is no node \`${id}\``
  }
  const ports = portsAt(document, edge.from)
  if (!ports.some((port) => port.name === (edge.when ?? null))) {
    if (edge.when !== undefined) return `\`${edge.from}\` has no port \`${edge.when}\``
    return `Say by which port to leave \`${edge.from}\`: ${ports.map((port) => port.name).join(', ')}`
  }
  if (edge.each && edge.to === END) return 'A fan-out needs a node to send the elements to'
  if (document.edges.some((other) => isSameWay(other, edge))) return 'These are connected already'
  return null
}

export function connect(document: GraphDocument, edge: GraphEdge): Edit {
  const problem = connectProblem(document, edge)
  if (problem !== null) return refused(problem)
  return edited({ ...document, edges: [...document.edges, edge] })
}

/**
 * As a person draws it: what only led to the end leads there instead, for side by side with another way the end
 * says nothing. A way back keeps its way out.
 */
export function lead(document: GraphDocument, edge: GraphEdge): Edit {
  const toEnd = document.edges.findIndex(
    ({ from, to, when }) => to === END && from === edge.from && when === edge.when,
  )
  const isOnward = edge.to !== END && edge.each === undefined && !leadsBack(document, edge)
  if (toEnd === -1 || !isOnward || connectProblem(document, edge) !== null) {
    return connect(document, edge)
  }
  return setEdge(document, toEnd, edge)
}

function leadsBack({ edges }: GraphDocument, { from, to }: GraphEdge): boolean {
  const ahead = reach([to], (id) => edges.flatMap((edge) => (edge.from === id ? [edge.to] : [])))
  return ahead.has(from)
}

/** `index` counts in `document.edges`. */
export function disconnect(document: GraphDocument, index: number): GraphDocument {
  return { ...document, edges: document.edges.filter((_, at) => at !== index) }
}

/** Replaces an edge, as when its end is dragged elsewhere or its fan-out changes. */
export function setEdge(document: GraphDocument, index: number, edge: GraphEdge): Edit {
  const rest = disconnect(document, index)
  const problem = connectProblem(rest, edge)
  if (problem !== null) return refused(problem)
  return edited({ ...document, edges: document.edges.with(index, edge) })
}

export function isSameWay(a: GraphEdge, b: GraphEdge): boolean {
  return a.from === b.from && a.to === b.to && (a.when ?? null) === (b.when ?? null)
}
