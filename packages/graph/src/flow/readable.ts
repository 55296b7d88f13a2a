import type { Channel, GraphDocument } from '@lathe/contract'
import { START } from '@lathe/contract'
import { writesOf } from '../kinds/uses.ts'
import { ERROR_CHANNEL } from '../state/error-channel.ts'
import { givenBy } from '../state/given.ts'
import type { Given } from '../state/given.ts'
import { reach, topologyOf } from './topology.ts'

export type ReadableName = {
  name: string
  /** Null for a fan-out element and for the error of an error edge. */
  channel: Channel | null
  /** Why it has a value before any node runs. */
  given: Given | null
  /** Earlier nodes that write it, in document order. */
  writers: string[]
  /** For an element: the expression that produces the list. */
  of: string | null
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
      return other !== undefined && writesOf(other).some(({ channel }) => channel === name)
    })
  const names = [...new Set([...Object.keys(document.state), ERROR_CHANNEL])]
  const channels = names.map((name): ReadableName => {
    const channel = Object.hasOwn(document.state, name) ? (document.state[name] ?? null) : null
    return { name, channel, given: givenBy(document, name), writers: writers(name), of: null }
  })
  return [
    ...elementsAt(document, node),
    ...channels.filter(({ given, writers: by }) => given !== null || by.length > 0),
  ]
}

function elementsAt(document: GraphDocument, node: string): ReadableName[] {
  const ways = document.edges.flatMap(({ to, each }) => (each && to === node ? [each] : []))
  return [...new Map(ways.map((each) => [each.as, each])).values()].map(({ as, of }) => ({
    name: as,
    channel: null,
    given: null,
    writers: [],
    of,
  }))
}

function nodesBefore(document: GraphDocument, node: string, isAfterIt: boolean): string[] {
  const topology = topologyOf(document)
  const ids = Object.keys(document.nodes)
  const sources = (id: string) => topology.into(id).map(({ from }) => from)
  if (node !== START && sources(node).length === 0) {
    return isAfterIt ? ids : ids.filter((id) => id !== node)
  }
  const fromStart = reach([START], (id) => topology.out(id).map(({ to }) => to))
  const before = reach(isAfterIt ? [node] : sources(node), sources)
  // Unreachable nodes write nothing, unless this node is unreachable too.
  return ids.filter((id) => before.has(id) && (fromStart.has(id) || !fromStart.has(node)))
}
