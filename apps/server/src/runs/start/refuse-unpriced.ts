import type { GraphDocument, StartRun } from '@lathe/contract'
import { unpricedModels, unpricedText } from '@lathe/graph'
import type { Context } from '../../api/context.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { priceKnown } from '../../models/price-known.ts'
import type { NewRun } from './start-run.store.ts'

type PricedRun = Pick<NewRun, 'calledAgents'> & { graph: { document: GraphDocument } }

/** Rejects a cost limit on models without a price, because it could never take effect. */
export async function refuseUnpriced(
  context: Pick<Context, 'prices' | 'workspaceId'>,
  { graph: { document }, calledAgents }: PricedRun,
  { budget, only }: Pick<StartRun, 'budget' | 'only'>,
): Promise<void> {
  if (budget.costNanos === undefined) return
  const isPriced = await priceKnown(context)
  const models = unpricedModels(keepNode(document, only), calledAgents, isPriced)
  if (models.length > 0) throw invalidInput('budget.costNanos', unpricedText(models))
}

function keepNode(document: GraphDocument, only: string | undefined): GraphDocument {
  const node = only === undefined ? undefined : document.nodes[only]
  return node && only !== undefined ? { ...document, nodes: { [only]: node } } : document
}
