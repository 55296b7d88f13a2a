import type { Callees, GraphDocument } from '@lathe/contract'
import { modelOf } from '../model/model-of.ts'

/** Models that a graph may ask, in its own nodes or in what it calls, and whose price nobody knows. */
export function unpricedModels(
  document: GraphDocument,
  callees: Callees,
  isPriced: (model: string) => boolean,
): string[] {
  const documents = [document, ...Object.values(callees).map((callee) => callee.document)]
  const names = documents.flatMap(({ nodes }) =>
    Object.values(nodes).flatMap((node) => modelOf(node)?.name ?? []),
  )
  return [...new Set(names)].filter((name) => !isPriced(name))
}

/** Why a limit of the cost cannot be held. */
export const unpricedText = (models: readonly string[]): string =>
  `no price is known for ${models.map((name) => `\`${name}\``).join(', ')}, so no cost can be limited: add one under Models, Prices, or limit tokens instead`
