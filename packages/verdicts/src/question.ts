import type { Cell, ComparisonPlan, Variant } from '@lathe/contract'
import { compareVariants, type Observation, type Question, type Subject } from '@lathe/stats'
import type { MetricQuestion, VerdictInput } from './decide.ts'
import {
  evaluatorMetrics,
  hasEnded,
  comparableOutcomes,
  type Metric,
  listMetrics,
} from './metrics.ts'
import { uniqueNames } from './variants.ts'
import { ranApart } from './timing.ts'

type Plan = Pick<ComparisonPlan, 'variants' | 'evaluators' | 'errors'>

/** Everything a verdict on a comparison's variants is computed from. Undefined without a variant. */
export function verdictInput(
  plan: Plan,
  cells: readonly Cell[],
  primary: Metric,
): VerdictInput | undefined {
  const question = metricQuestion(plan, cells, primary)
  const completion = completionQuestion(plan, cells)
  if (!question || !completion) return undefined
  const evaluators = evaluatorMetrics(plan.evaluators, plan.errors).flatMap(
    (metric): MetricQuestion[] => {
      // Cost and latency next to the verdict are computed once, with the primary metric.
      const question = metricQuestion(plan, cells, metric, [])
      return question ? [{ id: metric.id, name: metric.name, question }] : []
    },
  )
  const { id, name } = primary
  return { primary: { id, name, question }, completion, evaluators }
}

/** The statistical question of one metric: every variant against the first. Undefined without a variant. */
export function metricQuestion(
  { variants, evaluators, errors }: Plan,
  cells: readonly Cell[],
  metric: Metric,
  factMetrics: readonly Metric[] = listMetrics(evaluators, errors).filter(
    ({ measure }) => (measure === 'cost' || measure === 'latency') && measure !== metric.measure,
  ),
): Question | undefined {
  const byVariant = Map.groupBy(cells, ({ variant }) => variant)
  const names = uniqueNames(variants)
  const baselineCells = byVariant.get(variants[0]?.key ?? '') ?? []
  const baselineCases = byCase(baselineCells)
  const toSubject = ({ key, name }: Variant): Subject => {
    const variantCells = byVariant.get(key) ?? []
    const ownCases = byCase(variantCells)
    const isApart = ranApart(variantCells, baselineCells)
    // A latency difference that may come from the load is reported only if latency is the primary metric.
    const measured = factMetrics.filter(({ measure }) => measure !== 'latency' || !isApart)
    return {
      name: names.get(key) ?? name,
      observations: toObservations(ownCases, baselineCases, metric),
      ...(isApart && { isApart }),
      spent: Object.fromEntries(
        measured.map((factMetric) => [
          factMetric.measure,
          toObservations(ownCases, baselineCases, factMetric),
        ]),
      ),
    }
  }
  const [baseline, ...subjects] = variants.map(toSubject)
  return (
    baseline && {
      measure: metric.measure,
      ...(metric.isPairwise && { counted: 'choices' as const }),
      baseline,
      variants: subjects,
    }
  )
}

/** Whether runs of a variant complete significantly less often than the baseline's. Such a variant is not promoted. */
export function completesLessOften(
  { variants }: Pick<ComparisonPlan, 'variants'>,
  cells: readonly Cell[],
  key: string,
): boolean {
  const index = variants.findIndex((variant) => variant.key === key)
  const question = completionQuestion({ variants }, cells)
  return question !== undefined && compareVariants(question)[index - 1]?.ruling === 'worse'
}

/** Whether runs complete without an error. */
function completionQuestion(
  { variants }: Pick<Plan, 'variants'>,
  cells: readonly Cell[],
): Question | undefined {
  const names = uniqueNames(variants)
  const [baseline, ...subjects] = variants.map(({ key, name }) => ({
    name: names.get(key) ?? name,
    observations: cells
      .filter((cell) => cell.variant === key && hasEnded(cell))
      .map(({ case: caseId, status }): Observation => ({
        caseId,
        outcome: status === 'success' ? 1 : 0,
      })),
  }))
  return baseline && { measure: 'pass', counted: 'completes', baseline, variants: subjects }
}

type ByCase = ReadonlyMap<string, readonly Cell[]>

const byCase = (cells: readonly Cell[]): ByCase => Map.groupBy(cells, (cell) => cell.case)

const toObservations = (cells: ByCase, baseline: ByCase, metric: Metric): Observation[] =>
  [...cells].flatMap(([caseId, caseCells]) =>
    comparableOutcomes(caseCells, baseline.get(caseId) ?? [], metric).flatMap((outcome) =>
      outcome === undefined ? [] : [{ caseId, outcome }],
    ),
  )
