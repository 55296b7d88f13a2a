import type { ComparisonPlan } from '@lathe/contract'
import { unpricedModels, unpricedText } from '@lathe/graph'
import type { Context } from '../../api/context.ts'
import { priceKnown } from '../../models/price-known.ts'
import type { VariantGraph } from './variant-graphs.ts'

type Issue = { path: string; message: string }

/** Limits of a cost that nobody will know. */
export async function unpricedProblems(
  context: Pick<Context, 'prices' | 'workspaceId'>,
  { variants, checks, budget, judgeBudget }: ComparisonPlan,
  graphs: ReadonlyMap<string, VariantGraph>,
): Promise<Issue[]> {
  const isPriced = await priceKnown(context)
  const issue = (path: string, name: string, models: readonly string[]): Issue[] =>
    models.length === 0 ? [] : [{ path, message: `${name}: ${unpricedText(models)}` }]
  const limited = budget.costNanos === undefined ? [] : variants
  const judged = judgeBudget.costNanos === undefined ? [] : checks
  return [
    ...limited.flatMap(({ key, name }) => {
      const graph = graphs.get(key)
      const models = graph ? unpricedModels(graph.document, graph.callees, isPriced) : []
      return issue('budget.costNanos', name, models)
    }),
    ...judged.flatMap(({ name, evaluator }) =>
      issue(
        'judgeBudget.costNanos',
        name,
        judgeModels(evaluator).filter((model) => !isPriced(model)),
      ),
    ),
  ]
}

function judgeModels(evaluator: ComparisonPlan['checks'][number]['evaluator']): string[] {
  if (evaluator.kind === 'similarity') return evaluator.embedding ? [evaluator.embedding.model] : []
  return evaluator.kind === 'judge' || evaluator.kind === 'pairwise' ? [evaluator.model.name] : []
}
