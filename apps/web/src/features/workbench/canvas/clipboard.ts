import { GraphDocument, GraphEdge, GraphNode, NodeId } from '@lathe/contract'
import { nextNodeId } from '@lathe/graph'
import * as z from 'zod'
import { jsonOrText } from '@lathe/contract/json-or-text'
import type { Point } from '../../../lib/values/node-positions.ts'

/** Nodes and the edges between them, as stored on the clipboard. */
export const NodeClip = z.strictObject({
  lathe: z.literal('nodes'),
  nodes: z.record(NodeId, GraphNode),
  edges: z.array(GraphEdge),
  layout: z.record(NodeId, z.tuple([z.number(), z.number()])),
})
export type NodeClip = z.infer<typeof NodeClip>

const pickEntries = <T>(record: Readonly<Record<string, T>>, ids: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(record).filter(([id]) => ids.has(id)))

/** Returns undefined if none of the ids is a node. Start and end cannot be copied. */
export function copyNodes(document: GraphDocument, ids: readonly string[]): NodeClip | undefined {
  const copiedIds = new Set(ids.filter((id) => Object.hasOwn(document.nodes, id)))
  if (copiedIds.size === 0) return undefined
  return {
    lathe: 'nodes',
    nodes: pickEntries(document.nodes, copiedIds),
    edges: document.edges.filter(({ from, to }) => copiedIds.has(from) && copiedIds.has(to)),
    layout: pickEntries(document.layout, copiedIds),
  }
}

/** Adds the clip's nodes under free ids, moved by an offset. Returns the new ids. */
export function pasteNodes(
  document: GraphDocument,
  clip: NodeClip,
  [dx, dy]: Point,
): { document: GraphDocument; ids: string[] } {
  const newIds = new Map<string, string>()
  let nodes = document.nodes
  for (const [id, node] of Object.entries(clip.nodes)) {
    const freeId = nextNodeId({ ...document, nodes }, id.replace(/-\d+$/, ''))
    newIds.set(id, freeId)
    nodes = { ...nodes, [freeId]: node }
  }
  const newId = (id: string) => newIds.get(id) ?? id
  const layout = Object.entries(clip.layout).map(([id, [x, y]]): [string, Point] => [
    newId(id),
    [x + dx, y + dy],
  ])
  const edges = clip.edges.map((edge) => ({ ...edge, from: newId(edge.from), to: newId(edge.to) }))
  return {
    document: {
      ...document,
      nodes,
      edges: [...document.edges, ...edges],
      layout: { ...document.layout, ...Object.fromEntries(layout) },
    },
    ids: [...newIds.values()],
  }
}

/** Parses nodes from text that is a clip or a whole document. */
export function readClip(text: string): NodeClip | undefined {
  const json = jsonOrText(text)
  const clip = NodeClip.safeParse(json)
  if (clip.success) return clip.data
  const document = GraphDocument.safeParse(json)
  return document.success ? copyNodes(document.data, Object.keys(document.data.nodes)) : undefined
}

const KEY = 'lathe.clipboard'

/** Copies to the system clipboard as text, and to local storage, which needs no permission. */
export function storeClip(clip: NodeClip): void {
  const text = JSON.stringify(clip, null, 2)
  try {
    localStorage.setItem(KEY, text)
  } catch {
    // Too large for local storage: the system's clipboard still has it.
  }
  // Missing on plain HTTP, and the browser may reject it. The local copy remains.
  void (navigator as Partial<Navigator>).clipboard?.writeText(text).catch(() => {})
}

/** Reads nodes from the system clipboard, or the last ones copied in this browser. */
export async function loadClip(): Promise<NodeClip | undefined> {
  const readStored = () => readClip(localStorage.getItem(KEY) ?? '')
  try {
    const text = await (navigator as Partial<Navigator>).clipboard?.readText()
    return readClip(text ?? '') ?? readStored()
  } catch {
    return readStored()
  }
}
