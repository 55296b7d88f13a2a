import type { CalledAgent, CalledAgents, GraphDocument } from '@lathe/contract'
import { collectCalledAgents } from '../../called-agents/called-agents.ts'
import { camel, namer } from './names.ts'

/** A called agent: its folder, and the name its graph is imported by. */
export type PlannedAgent = CalledAgent & { folder: string; ident: string }

/** Called agents by reference: `prompt`, `prompt@2`. */
export type PlannedAgents = ReadonlyMap<string, PlannedAgent>

/** Plans a folder in `agents/` for every agent that the document calls, directly or not. */
export function planCalledAgents(
  document: GraphDocument,
  calledAgents: CalledAgents,
): PlannedAgents {
  const ident = namer()
  return new Map(
    [...collectCalledAgents(document, calledAgents)].map(([key, calledAgent]) => {
      const folder = key.replace('@', '-v')
      return [
        key,
        { ...calledAgent, folder: `agents/${folder}`, ident: ident(`${camel(folder)}Agent`) },
      ]
    }),
  )
}
