import type { CellSelection, ComparisonPlan, Evaluator } from '@lathe/contract'
import { unpricedModels, unpricedText } from '@lathe/graph'
import { priceKnown } from '../../models/price-known.ts'
import { invalidInputs } from '../../platform/http/errors.ts'
import type { ComparisonContext } from '../context.ts'
import { selectFromPlan } from './selection.ts'
import { judgeProblems, type VariantGraph, variantGraphs } from './variant-graphs.ts'

export type Issue = { path: string; message: string }

export type PlanErrors = { PLAN_INVALID: (options: { data: { problems: Issue[] } }) => Error }

/**
 * Returns the graphs of the variants. Throws the problems that prevent the selected cells from
 * running.
 */
export async function getRunnableGraphs(
  context: Pick<ComparisonContext, 'db' | 'prices' | 'tools' | 'workspaceId'>,
  plan: ComparisonPlan,
  errors: PlanErrors,
  selection: CellSelection = {},
): Promise<Map<string, VariantGraph>> {
  const { variants } = selectFromPlan(plan, selection)
  const { graphs, problems } = await variantGraphs(context, plan)
  const isOfSelection = ({ path }: Issue) =>
    variants.some((variant) => path.startsWith(`variants.${plan.variants.indexOf(variant)}.`))
  const allProblems = [
    ...(await planProblems(plan)),
    ...(await judgeProblems(context, plan.evaluators)),
    ...problems.filter(isOfSelection),
    ...(await unpricedProblems(context, { ...plan, variants }, graphs)),
  ]
  if (allProblems.length > 0) throw errors.PLAN_INVALID({ data: { problems: allProblems } })
  return graphs
}

/** Returns the problems that prevent a plan from running, except those of its graphs. */
export async function planProblems({
  variants,
  cases,
  evaluators,
}: ComparisonPlan): Promise<Issue[]> {
  const { evaluatorProblem } = await import('@lathe/evaluators')
  return [
    ...(variants.length === 0 ? [{ path: 'variants', message: 'add at least one variant' }] : []),
    ...(cases.length === 0 ? [{ path: 'cases', message: 'add at least one case' }] : []),
    ...evaluators.flatMap(({ evaluator }, index) => {
      const message = evaluatorProblem(evaluator)
      return message === undefined ? [] : [{ path: `evaluators.${index}.evaluator`, message }]
    }),
  ]
}

/**
 * Throws if a pattern is invalid. Accepts patterns that the stored plan has, so that it can still
 * be edited.
 */
export async function validatePatterns(
  plan: ComparisonPlan,
  storedPlan?: ComparisonPlan,
): Promise<void> {
  const { evaluatorProblem } = await import('@lathe/evaluators')
  const storedPatterns = new Set(
    storedPlan?.evaluators.map(({ evaluator }) => findPattern(evaluator)),
  )
  const issues = plan.evaluators.flatMap(({ evaluator }, index) => {
    const pattern = findPattern(evaluator)
    const message = pattern === undefined ? undefined : evaluatorProblem(evaluator)
    return message === undefined || storedPatterns.has(pattern)
      ? []
      : [{ path: `plan.evaluators.${index}.evaluator.pattern`, message }]
  })
  if (issues.length > 0) throw invalidInputs(issues)
}

const findPattern = (evaluator: Evaluator): string | undefined =>
  evaluator.kind === 'regex' ? evaluator.pattern : undefined

/** Problems of cost limits on models without a price. */
async function unpricedProblems(
  context: Pick<ComparisonContext, 'prices' | 'workspaceId'>,
  { variants, evaluators, budget, judgeBudget }: ComparisonPlan,
  graphs: ReadonlyMap<string, VariantGraph>,
): Promise<Issue[]> {
  const isPriced = await priceKnown(context)
  const issue = (path: string, name: string, models: readonly string[]): Issue[] =>
    models.length === 0 ? [] : [{ path, message: `${name}: ${unpricedText(models)}` }]
  const limitedVariants = budget.costNanos === undefined ? [] : variants
  const limitedChecks = judgeBudget.costNanos === undefined ? [] : evaluators
  return [
    ...limitedVariants.flatMap(({ key, name }) => {
      const graph = graphs.get(key)
      const models = graph ? unpricedModels(graph.document, graph.calledAgents, isPriced) : []
      return issue('budget.costNanos', name, models)
    }),
    ...limitedChecks.flatMap(({ name, evaluator }) =>
      issue(
        'judgeBudget.costNanos',
        name,
        judgeModels(evaluator).filter((model) => !isPriced(model)),
      ),
    ),
  ]
}

function judgeModels(evaluator: Evaluator): string[] {
  if (evaluator.kind === 'similarity') return evaluator.embedding ? [evaluator.embedding.model] : []
  return evaluator.kind === 'judge' || evaluator.kind === 'pairwise' ? [evaluator.model.name] : []
}
