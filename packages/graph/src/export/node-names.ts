import type { GraphDocument } from '@lathe/contract'
import { planProject } from './parts/plan.ts'

/** Names that nodes have in the exported graph; those that are but conditional edges there are left out. */
export function exportedNodeNames(document: GraphDocument): ReadonlyMap<string, string> {
  const { nodes, folded } = planProject({
    document,
    name: '',
    slug: '',
    tools: new Map(),
    promptOf: () => undefined,
    callees: new Map(),
    collections: new Map(),
    toRoot: '',
  })
  const kept = [...nodes.values()].filter(({ id }) => !folded.has(id))
  return new Map(kept.map(({ id, graphName }) => [id, graphName]))
}
