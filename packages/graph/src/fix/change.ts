import type { Channel, GraphDocument, GraphEdge, GraphNode } from '@lathe/contract'
import { visitNode } from '@lathe/nodes'
import type { Edit } from '../edit/edit.ts'
import { renameInScript, renameInTemplate } from '../text/rename.ts'

export function withNode(
  document: GraphDocument,
  id: string,
  change: (node: GraphNode) => GraphNode,
): GraphDocument {
  const node = Object.hasOwn(document.nodes, id) ? document.nodes[id] : undefined
  return node ? { ...document, nodes: { ...document.nodes, [id]: change(node) } } : document
}

export function withChannel(
  document: GraphDocument,
  name: string,
  change: (channel: Channel) => Channel,
): GraphDocument {
  const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
  return channel ? { ...document, state: { ...document.state, [name]: change(channel) } } : document
}

export function withEdge(
  document: GraphDocument,
  index: number,
  change: (edge: GraphEdge) => GraphEdge,
): GraphDocument {
  const edge = document.edges[index]
  return edge ? { ...document, edges: document.edges.with(index, change(edge)) } : document
}

/** Applies an edit, or returns the document unchanged if the edit is rejected. */
export const applyOrKeep = (document: GraphDocument, edit: Edit): GraphDocument =>
  edit.ok ? edit.document : document

/** Renames one use of a name at a field, or all uses in a node if no field is given. */
export function renameUse(node: GraphNode, from: string, to: string, field?: string): GraphNode {
  const isTarget = (path: string) => field === undefined || path === field
  return visitNode(node, {
    text(text, kind, path) {
      if (!isTarget(path)) return text
      return kind === 'template'
        ? renameInTemplate(text, from, to)
        : renameInScript(text, kind, from, to)
    },
    channel: (name, _, path) =>
      field !== undefined && isTarget(path) && name === from ? to : name,
  })
}

export function omitKey<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = value
  return rest
}
