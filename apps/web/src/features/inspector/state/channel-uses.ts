import type { GraphDocument } from '@lathe/contract'
import { edgeReads, readsOf, writesOf } from '@lathe/graph'

export type ChannelUses = { writers: string[]; readers: string[] }

/** Which nodes write and read each channel; the graph's ends count as `start` and `end`. */
export function channelUses(document: GraphDocument): Record<string, ChannelUses> {
  const uses = new Map<string, { writers: Set<string>; readers: Set<string> }>(
    Object.keys(document.state).map((name) => [name, { writers: new Set(), readers: new Set() }]),
  )
  for (const name of document.input) uses.get(name)?.writers.add('start')
  for (const name of document.output) uses.get(name)?.readers.add('end')
  for (const [id, node] of Object.entries(document.nodes)) {
    const reads = readsOf(node)
    for (const { channel } of writesOf(node)) uses.get(channel)?.writers.add(id)
    for (const { channel } of reads.uses) uses.get(channel)?.readers.add(id)
    if (reads.all) for (const use of uses.values()) use.readers.add(id)
  }
  for (const edge of document.edges) {
    for (const name of edgeReads(edge).names) uses.get(name)?.readers.add(edge.to)
  }
  return Object.fromEntries(
    [...uses].map(([name, { writers, readers }]) => [
      name,
      { writers: [...writers], readers: [...readers] },
    ]),
  )
}
