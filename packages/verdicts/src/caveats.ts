import type { Cell, ComparisonPlan } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { evaluatorMetrics, cellOutcome } from './metrics.ts'

/** Number of distinct inputs. */
export const countDistinctInputs = (cases: ComparisonPlan['cases']): number =>
  new Set(cases.map(({ input }) => canonicalJson(input))).size

/** Returns caveats on the figures of a comparison, as sentences. */
export const caveats = (
  plan: Pick<ComparisonPlan, 'variants' | 'cases' | 'evaluators'>,
  cells: readonly Cell[],
): string[] => [duplicateInputsCaveat(plan) ?? [], saturatedEvaluators(plan, cells)].flat()

/** Warns that cases share an input, which makes intervals too narrow. Null if every input is distinct. */
export function duplicateInputsCaveat(
  { variants, cases }: Pick<ComparisonPlan, 'variants' | 'cases'>,
  distinctInputs = countDistinctInputs(cases),
): string | null {
  if (variants.length < 2 || cases.length < 2 || distinctInputs === cases.length) return null
  const inputs = distinctInputs === 1 ? '1 different input' : `${distinctInputs} different inputs`
  return `The ${cases.length} cases have ${inputs}. Cases with the same input count as independent, which makes the interval too narrow.`
}

/** Warns about each evaluator that passes or fails every output of every variant: it cannot show a difference. */
export function saturatedEvaluators(
  { variants, evaluators }: Pick<ComparisonPlan, 'variants' | 'evaluators'>,
  cells: readonly Cell[],
): string[] {
  const keys = new Set(variants.map(({ key }) => key))
  // An errored run fails by every evaluator, whatever the evaluator looks at.
  const finished = cells.filter(({ variant, status }) => status === 'success' && keys.has(variant))
  return evaluatorMetrics(evaluators).flatMap((metric) => {
    if (metric.measure !== 'pass') return []
    const outcomes = finished
      .map((cell) => cellOutcome(cell, metric))
      .filter((outcome) => typeof outcome === 'number')
    if (variants.length < 2 || outcomes.length < 2) return []
    if (outcomes.every((outcome) => outcome === 1))
      return [`${metric.name} passes every output, so it cannot tell the variants apart.`]
    return outcomes.every((outcome) => outcome === 0)
      ? [`${metric.name} fails every output, so it cannot tell the variants apart.`]
      : []
  })
}
