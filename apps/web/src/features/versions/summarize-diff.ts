import type { GraphDiff } from '@lathe/graph'
import { plural } from '../../lib/format.ts'

/** Summarizes a diff: "1 node added, 2 changed · 3 edges · 1 channel". */
export function summarizeDiff({ nodes, edges, channels, ends }: GraphDiff): string {
  const parts = [
    summarizeNodes(nodes),
    edges.length > 0 && plural(edges.length, 'edge'),
    channels.length > 0 && plural(channels.length, 'channel'),
    ...ends.map(({ on }) => on),
  ].filter((part) => part !== false && part !== '')
  return parts.length === 0 ? 'No differences' : parts.join(' · ')
}

function summarizeNodes(nodes: GraphDiff['nodes']): string {
  const counts = new Map<string, number>()
  for (const change of nodes) {
    const isRenamed = change.type === 'changed' && change.was !== change.id
    const type = isRenamed ? 'renamed' : change.type
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return ['added', 'removed', 'renamed', 'changed']
    .flatMap((type) => {
      const count = counts.get(type)
      return count === undefined ? [] : [{ type, count }]
    })
    .map(({ type, count }, index) => `${index === 0 ? plural(count, 'node') : count} ${type}`)
    .join(', ')
}
