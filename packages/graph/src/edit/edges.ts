import type { GraphDocument, GraphEdge } from '@lathe/contract'
import { END, START } from '@lathe/contract'
import { reach } from '../flow/topology.ts'
import { portsAt } from '../kinds/ports.ts'
import { edited, rejected } from './edit.ts'
import type { Edit } from './edit.ts'

/** Returns why an edge cannot be added, or null if it can. */
export function connectProblem(document: GraphDocument, edge: GraphEdge): string | null {
  if (edge.from === END) return 'The end cannot have outgoing edges'
  if (edge.to === START) return 'The start cannot have incoming edges'
  for (const id of [edge.from, edge.to]) {
    if (id !== START && id !== END && !Object.hasOwn(document.nodes, id))
      return `There is no node \`${id}\``
  }
  const ports = portsAt(document, edge.from)
  if (!ports.some((port) => port.name === (edge.when ?? null))) {
    if (edge.when !== undefined) return `\`${edge.from}\` has no port \`${edge.when}\``
    return `Choose the port of \`${edge.from}\`: ${ports.map((port) => port.name).join(', ')}`
  }
  if (edge.each && edge.to === END) return 'A fan-out must target a node'
  if (document.edges.some((other) => isSameEdge(other, edge)))
    return 'These nodes are already connected'
  return null
}

export function connect(document: GraphDocument, edge: GraphEdge): Edit {
  const problem = connectProblem(document, edge)
  if (problem !== null) return rejected(problem)
  return edited({ ...document, edges: [...document.edges, edge] })
}

/**
 * Adds an edge drawn by a person. It replaces an edge from the same port to the end, unless it
 * closes a loop: a parallel edge to the end has no effect.
 */
export function leadOnward(document: GraphDocument, edge: GraphEdge): Edit {
  const toEnd = document.edges.findIndex(
    ({ from, to, when }) => to === END && from === edge.from && when === edge.when,
  )
  const isOnward = edge.to !== END && edge.each === undefined && !closesLoop(document, edge)
  if (toEnd === -1 || !isOnward || connectProblem(document, edge) !== null) {
    return connect(document, edge)
  }
  return setEdge(document, toEnd, edge)
}

function closesLoop({ edges }: GraphDocument, { from, to }: GraphEdge): boolean {
  const reachable = reach([to], (id) =>
    edges.flatMap((edge) => (edge.from === id ? [edge.to] : [])),
  )
  return reachable.has(from)
}

/** Removes an edge; `index` refers to `document.edges`. */
export function disconnect(document: GraphDocument, index: number): GraphDocument {
  return { ...document, edges: document.edges.filter((_, otherIndex) => otherIndex !== index) }
}

/** Replaces an edge, for example after its end was dragged or its fan-out changed. */
export function setEdge(document: GraphDocument, index: number, edge: GraphEdge): Edit {
  const rest = disconnect(document, index)
  const problem = connectProblem(rest, edge)
  if (problem !== null) return rejected(problem)
  return edited({ ...document, edges: document.edges.with(index, edge) })
}

export function isSameEdge(a: GraphEdge, b: GraphEdge): boolean {
  return a.from === b.from && a.to === b.to && (a.when ?? null) === (b.when ?? null)
}
