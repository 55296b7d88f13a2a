import type { Channel, GraphDocument } from '@lathe/contract'
import { START } from '@lathe/contract'
import { nodeWrites } from '../kinds/channel-uses.ts'
import { ERROR_CHANNEL } from '../state/error-channel.ts'
import { findInitialValue } from '../state/initial-value.ts'
import type { InitialValue } from '../state/initial-value.ts'
import { reach, buildTopology } from './topology.ts'

export type ReadableName = {
  name: string
  /** Null for a fan-out element and for the error of an error edge. */
  channel: Channel | null
  /** Why it has a value before any node runs. */
  source: InitialValue | null
  /** Earlier nodes that write it, in document order. */
  writers: string[]
  /** For an element: the expression that produces the list. */
  list: string | null
}

export type ReadingPlace = { node: string } | { edge: number }

/**
 * Returns names that have a value where a text is evaluated: before a node writes, or after the
 * source of an edge. An unconnected node may be placed anywhere, so it lists all written channels.
 */
export function readableAt(document: GraphDocument, place: ReadingPlace): ReadableName[] {
  const node = 'node' in place ? place.node : document.edges[place.edge]?.from
  if (node === undefined) return []
  const before = nodesBefore(document, node, 'edge' in place)
  const writers = (name: string) =>
    before.filter((id) => {
      const other = document.nodes[id]
      return other !== undefined && nodeWrites(other).some(({ channel }) => channel === name)
    })
  const names = [...new Set([...Object.keys(document.state), ERROR_CHANNEL])]
  const channels = names.map((name): ReadableName => {
    const channel = Object.hasOwn(document.state, name) ? (document.state[name] ?? null) : null
    return {
      name,
      channel,
      source: findInitialValue(document, name),
      writers: writers(name),
      list: null,
    }
  })
  return [
    ...elementsAt(document, node),
    ...channels.filter(({ source, writers }) => source !== null || writers.length > 0),
  ]
}

function elementsAt(document: GraphDocument, node: string): ReadableName[] {
  const fanOuts = document.edges.flatMap(({ to, each }) => (each && to === node ? [each] : []))
  return [...new Map(fanOuts.map((each) => [each.as, each])).values()].map(({ as, of: list }) => ({
    name: as,
    channel: null,
    source: null,
    writers: [],
    list,
  }))
}

function nodesBefore(document: GraphDocument, node: string, isAfterIt: boolean): string[] {
  const topology = buildTopology(document)
  const ids = Object.keys(document.nodes)
  const sources = (id: string) => topology.incoming(id).map(({ from }) => from)
  if (node !== START && sources(node).length === 0) {
    return isAfterIt ? ids : ids.filter((id) => id !== node)
  }
  const fromStart = reach([START], (id) => topology.outgoing(id).map(({ to }) => to))
  const before = reach(isAfterIt ? [node] : sources(node), sources)
  // Unreachable nodes write nothing, unless this node is unreachable too.
  return ids.filter((id) => before.has(id) && (fromStart.has(id) || !fromStart.has(node)))
}
