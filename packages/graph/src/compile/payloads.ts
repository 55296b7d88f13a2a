import type { GraphDocument, GraphNode } from '@lathe/contract'
import { edgeReads, readsOf, writesOf } from '../kinds/uses.ts'
import { RUN_CHANNEL } from './channels.ts'
import type { State } from './state.ts'

/** What a fan-out's copies carry: the channels its target can look at, not the whole state every time. */
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

function namesFor(document: GraphDocument, id: string, node: GraphNode): Set<string> | null {
  const ways = document.edges.filter((edge) => edge.from === id).map(edgeReads)
  const { uses, all } = readsOf(node)
  // A prompt of the registry may name anything.
  const isOpen = 'prompt' in node && !('messages' in node.prompt)
  if (all || isOpen || ways.some((way) => way.all)) return null
  return new Set([
    RUN_CHANNEL,
    ...uses.map(({ channel }) => channel),
    ...writesOf(node).map(({ channel }) => channel),
    ...ways.flatMap((way) => way.names),
  ])
}
