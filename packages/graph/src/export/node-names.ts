import type { GraphDocument } from '@lathe/contract'
import { planProject } from './parts/plan.ts'

/** Returns the nodes' names in the exported graph, without branches that became conditional edges. */
export function exportedNodeNames(document: GraphDocument): ReadonlyMap<string, string> {
  const { nodes, folded } = planProject({
    document,
    name: '',
    slug: '',
    tools: new Map(),
    promptOf: () => undefined,
    calledAgents: new Map(),
    collections: new Map(),
    toRoot: '',
  })
  const kept = [...nodes.values()].filter(({ id }) => !folded.has(id))
  return new Map(kept.map(({ id, graphName }) => [id, graphName]))
}
