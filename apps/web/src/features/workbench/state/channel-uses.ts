import type { GraphDocument, GraphEdge, GraphNode } from '@lathe/contract'
import { edgeReads, readsOf, writesOf } from '@lathe/graph'
import { remember } from '../../../lib/remember.ts'

export type ChannelUses = { writers: string[]; readers: string[] }

type NodeUses = { reads: readonly string[]; readsAll: boolean; writes: readonly string[] }

/** Nodes and edges are never changed in place: what was parsed for one holds as long as it stands. */
const nodeUses = remember(usesOfNode)
const edgeUses = remember((edge: GraphEdge) => edgeReads(edge).names)

/** Which nodes write and read each channel; the graph's ends count as `start` and `end`. */
export function channelUses(document: GraphDocument): Record<string, ChannelUses> {
  const uses = new Map<string, { writers: Set<string>; readers: Set<string> }>(
    Object.keys(document.state).map((name) => [name, { writers: new Set(), readers: new Set() }]),
  )
  for (const name of document.input) uses.get(name)?.writers.add('start')
  for (const name of document.output) uses.get(name)?.readers.add('end')
  for (const [id, node] of Object.entries(document.nodes)) {
    const { reads, readsAll, writes } = nodeUses(node)
    for (const channel of writes) uses.get(channel)?.writers.add(id)
    for (const channel of reads) uses.get(channel)?.readers.add(id)
    if (readsAll) for (const use of uses.values()) use.readers.add(id)
  }
  for (const edge of document.edges) {
    for (const name of edgeUses(edge)) uses.get(name)?.readers.add(edge.to)
  }
  return Object.fromEntries(
    [...uses].map(([name, { writers, readers }]) => [
      name,
      { writers: [...writers], readers: [...readers] },
    ]),
  )
}

function usesOfNode(node: GraphNode): NodeUses {
  const { uses, all } = readsOf(node)
  return {
    reads: uses.map(({ channel }) => channel),
    readsAll: all,
    writes: writesOf(node).map(({ channel }) => channel),
  }
}
