import type { Callee, Callees, GraphDocument } from '@lathe/contract'
import { calleesWithin } from '../../callees/callees.ts'
import { camel, namer } from './names.ts'

/** A called agent in the project: a folder of its own, and the name its graph is imported by. */
export type PlannedCallee = Callee & { folder: string; ident: string }

/** By how calls name them: `prompt`, `prompt@2`. */
export type PlannedCallees = ReadonlyMap<string, PlannedCallee>

/** Everything the document calls, directly or not, side by side in `agents/`. */
export function planCallees(document: GraphDocument, callees: Callees): PlannedCallees {
  const ident = namer()
  return new Map(
    [...calleesWithin(document, callees)].map(([key, callee]) => {
      const folder = key.replace('@', '-v')
      return [key, { ...callee, folder: `agents/${folder}`, ident: ident(`${camel(folder)}Agent`) }]
    }),
  )
}
