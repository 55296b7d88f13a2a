import type { GraphDocument, GraphNode } from '@lathe/contract'
import { edgeReads, nodeReads, nodeWrites } from '../kinds/channel-uses.ts'
import { RUN_CHANNEL } from './channels.ts'
import type { State } from './state.ts'

/** Selects the channels that a fan-out's copies receive: those the target can read. */
export function payloadMaker(document: GraphDocument) {
  return (id: string): ((state: State) => State) => {
    const node = Object.hasOwn(document.nodes, id) ? document.nodes[id] : undefined
    const names = node && namesFor(document, id, node)
    if (!names) return (state) => state
    return (state) => {
      const payload: State = {}
      for (const name of names) if (Object.hasOwn(state, name)) payload[name] = state[name]
      return payload
    }
  }
}

/** The names of the channels, including those of copies that a copy sends; null for the whole state. */
function namesFor(
  document: GraphDocument,
  id: string,
  node: GraphNode,
  seen: ReadonlySet<string> = new Set(),
): Set<string> | null {
  const leaving = document.edges.filter((edge) => edge.from === id)
  const ways = leaving.map(edgeReads)
  const { uses, all } = nodeReads(node)
  // A registry prompt may read any channel.
  const isOpen = 'prompt' in node && !('messages' in node.prompt)
  if (all || isOpen || ways.some((way) => way.all)) return null
  const visited = new Set([...seen, id])
  const onward: string[] = []
  for (const { each, to } of leaving) {
    const next = each && !visited.has(to) ? document.nodes[to] : undefined
    const needed = next ? namesFor(document, to, next, visited) : new Set<string>()
    if (!needed) return null
    onward.push(...needed)
  }
  return new Set([
    RUN_CHANNEL,
    ...onward,
    ...uses.map(({ channel }) => channel),
    ...nodeWrites(node).map(({ channel }) => channel),
    ...ways.flatMap((way) => way.names),
  ])
}
