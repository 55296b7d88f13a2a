import type { GraphDocument } from '@lathe/contract'
import { ERROR_CHANNEL } from '../state/error-channel.ts'
import { RUN_CHANNEL } from './channels.ts'

/** Names of the nodes in LangGraph, where a node must not have the name of a channel. */
export type NodeNames = {
  of: (id: string) => string
  /** The node that continues after a fan-out without elements. */
  passing: (id: string) => string
  /** Undefined for a name without a node of the document. */
  nodeId: (name: string) => string | undefined
  /** Like `nodeId`; for a stand-in, returns the node it replaces. */
  nodePath: (name: string) => string | undefined
}

export function nodeNames(document: GraphDocument): NodeNames {
  const ids = Object.keys(document.nodes)
  const channels = new Set([...Object.keys(document.state), ERROR_CHANNEL, RUN_CHANNEL])
  const usedNames = new Set([...ids, ...channels])
  const free = (base: string): string => {
    let name = base
    while (usedNames.has(name)) name += '_'
    usedNames.add(name)
    return name
  }
  const names = new Map(ids.map((id) => [id, channels.has(id) ? free(id) : id]))
  const passing = new Map(
    document.edges.flatMap(({ each, to }): [string, string][] =>
      each ? [[to, `${to}-none`]] : [],
    ),
  )
  for (const [id, name] of passing) passing.set(id, free(name))
  const idsByName = new Map([...names].map(([id, name]) => [name, id]))
  const idsByPassingNode = new Map([...passing].map(([id, name]) => [name, id]))
  return {
    of: (id) => names.get(id) ?? id,
    passing: (id) => passing.get(id) ?? id,
    nodeId: (name) => idsByName.get(name),
    nodePath: (name) => idsByName.get(name) ?? idsByPassingNode.get(name),
  }
}
