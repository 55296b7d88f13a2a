import type { CalledAgents, GraphDocument } from '@lathe/contract'
import { nodeModel } from '@lathe/nodes'

/** Returns models without a known price that a graph or its called agents use. */
export function unpricedModels(
  document: GraphDocument,
  calledAgents: CalledAgents,
  isPriced: (model: string) => boolean,
): string[] {
  const documents = [
    document,
    ...Object.values(calledAgents).map((calledAgent) => calledAgent.document),
  ]
  const names = documents.flatMap(({ nodes }) =>
    Object.values(nodes).flatMap((node) => nodeModel(node)?.name ?? []),
  )
  return [...new Set(names)].filter((name) => !isPriced(name))
}

/** Explains why a cost limit cannot be enforced. */
export const unpricedText = (models: readonly string[]): string =>
  `no price is known for ${models.map((name) => `\`${name}\``).join(', ')}, so the cost cannot be limited: add a price under Models, Prices, or limit tokens instead`
