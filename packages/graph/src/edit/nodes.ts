import type { GraphDocument, GraphEdge, GraphNode } from '@lathe/contract'
import { nodePorts } from '@lathe/nodes'
import { END, NodeId, START } from '@lathe/contract'
import { nodeIdProblem } from '../document/names.ts'
import { isSameEdge } from './edges.ts'
import { edited, rejected, omitKeys, withKeyRenamed } from './edit.ts'
import type { Edit } from './edit.ts'
import { nextNodeId } from './ids.ts'

export type Place = [number, number]

/** Adds a node. Its id defaults to the kind; an existing id gets a number. */
export function addNode(
  document: GraphDocument,
  node: GraphNode,
  options: { id?: string; at?: Place } = {},
): { document: GraphDocument; id: string } {
  const id = nextNodeId(document, options.id ?? node.kind)
  const layout = options.at ? { ...document.layout, [id]: options.at } : document.layout
  return { document: { ...document, nodes: { ...document.nodes, [id]: node }, layout }, id }
}

export function setNode(document: GraphDocument, id: string, node: GraphNode): GraphDocument {
  if (!Object.hasOwn(document.nodes, id)) return document
  return { ...document, nodes: { ...document.nodes, [id]: node } }
}

/** Removes nodes with their edges; `reconnect` connects predecessors with successors. */
export function removeNodes(
  document: GraphDocument,
  ids: readonly string[],
  options: { reconnect?: boolean } = {},
): GraphDocument {
  return ids.reduce((current, id) => removeNode(current, id, options), document)
}

function removeNode(document: GraphDocument, id: string, options: { reconnect?: boolean }) {
  if (!Object.hasOwn(document.nodes, id)) return document
  const removed = new Set([id])
  const edges = document.edges.filter((edge) => edge.from !== id && edge.to !== id)
  return {
    ...document,
    nodes: omitKeys(document.nodes, removed),
    layout: omitKeys(document.layout, removed),
    edges: options.reconnect ? [...edges, ...bridges(document, id, edges)] : edges,
  }
}

function bridges(document: GraphDocument, id: string, keptEdges: GraphEdge[]): GraphEdge[] {
  const incoming = document.edges.filter((edge) => edge.to === id && edge.from !== id)
  const outgoing = document.edges.filter(
    (edge) => edge.from === id && edge.to !== id && edge.when !== 'error',
  )
  const added: GraphEdge[] = []
  for (const { each: _, ...before } of incoming) {
    for (const after of outgoing) {
      const edge: GraphEdge = { ...before, to: after.to, ...(after.each && { each: after.each }) }
      const isTaken = [...keptEdges, ...added].some((other) => isSameEdge(other, edge))
      if (!isTaken && !(edge.from === START && edge.to === END)) added.push(edge)
    }
  }
  return added
}

export function renameNode(document: GraphDocument, from: string, to: string): Edit {
  if (from === to) return edited(document)
  if (!Object.hasOwn(document.nodes, from)) return rejected(`There is no node \`${from}\``)
  const form = NodeId.safeParse(to)
  if (!form.success) return rejected(`A node name is ${form.error.issues[0]?.message ?? 'invalid'}`)
  const reserved = nodeIdProblem(to)
  if (reserved !== null) return rejected(reserved)
  if (Object.hasOwn(document.nodes, to)) return rejected(`There is already a node \`${to}\``)
  const newId = (id: string) => (id === from ? to : id)
  return edited({
    ...document,
    nodes: withKeyRenamed(document.nodes, from, to),
    layout: withKeyRenamed(document.layout, from, to),
    edges: document.edges.map((edge) => ({
      ...edge,
      from: newId(edge.from),
      to: newId(edge.to),
    })),
  })
}

export function moveNodes(
  document: GraphDocument,
  places: Readonly<Record<string, Place>>,
): GraphDocument {
  return { ...document, layout: { ...document.layout, ...places } }
}

/** Inserts a new node into an edge. */
export function insertNode(
  document: GraphDocument,
  edgeIndex: number,
  node: GraphNode,
  options: { id?: string; at?: Place } = {},
): { document: GraphDocument; id: string } {
  const added = addNode(document, node, options)
  const edge = document.edges[edgeIndex]
  if (!edge) return added
  const port = nodePorts(node)[0]?.name
  const outgoingEdge: GraphEdge = { from: added.id, to: edge.to, ...(port && { when: port }) }
  const edges = [...document.edges.with(edgeIndex, { ...edge, to: added.id }), outgoingEdge]
  return { document: { ...added.document, edges }, id: added.id }
}
