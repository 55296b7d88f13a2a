import type { Cell, ComparisonPlan, Variant } from '@lathe/contract'
import { compareVariants, type Observation, type Question, type Subject } from '@lathe/stats'
import type { MetricQuestion, VerdictInput } from './decide.ts'
import {
  evaluatorMetrics,
  hasEnded,
  outcomesBeside,
  type Yardstick,
  yardsticksOf,
} from './metrics.ts'
import { namesOf } from './variants.ts'
import { ranApart } from './timing.ts'

type Plan = Pick<ComparisonPlan, 'variants' | 'checks' | 'errors'>

/** Everything a verdict on a comparison's variants is computed from. Undefined without a variant. */
export function verdictInput(
  plan: Plan,
  cells: readonly Cell[],
  primary: Yardstick,
): VerdictInput | undefined {
  const question = questionOf(plan, cells, primary)
  const completion = completionQuestion(plan, cells)
  if (!question || !completion) return undefined
  const evaluators = evaluatorMetrics(plan.checks, plan.errors).flatMap(
    (metric): MetricQuestion[] => {
      // The costs and latencies beside the verdict are computed once, with the primary metric.
      const own = questionOf(plan, cells, metric, [])
      return own ? [{ id: metric.id, name: metric.name, question: own }] : []
    },
  )
  const { id, name } = primary
  return { primary: { id, name, question }, completion, evaluators }
}

/** The statistical question of one metric: every variant against the first. Undefined without a variant. */
export function questionOf(
  { variants, checks, errors }: Plan,
  cells: readonly Cell[],
  yardstick: Yardstick,
  beside: readonly Yardstick[] = yardsticksOf(checks, errors).filter(
    ({ measure }) => (measure === 'cost' || measure === 'latency') && measure !== yardstick.measure,
  ),
): Question | undefined {
  const byVariant = Map.groupBy(cells, ({ variant }) => variant)
  const names = namesOf(variants)
  const before = byVariant.get(variants[0]?.key ?? '') ?? []
  const baselineCases = byCase(before)
  const subjectOf = ({ key, name }: Variant): Subject => {
    const own = byVariant.get(key) ?? []
    const ownCases = byCase(own)
    const isApart = ranApart(own, before)
    // A latency difference that may come from the load is reported only if latency is the primary metric.
    const measured = beside.filter(({ measure }) => measure !== 'latency' || !isApart)
    return {
      name: names.get(key) ?? name,
      observations: observe(ownCases, baselineCases, yardstick),
      ...(isApart && { isApart }),
      spent: Object.fromEntries(
        measured.map((one) => [one.measure, observe(ownCases, baselineCases, one)]),
      ),
    }
  }
  const [baseline, ...others] = variants.map(subjectOf)
  return (
    baseline && {
      measure: yardstick.measure,
      ...(yardstick.isPairwise && { counted: 'choices' as const }),
      baseline,
      variants: others,
    }
  )
}

/** Whether runs of a variant complete significantly less often than the baseline's. Such a variant is not promoted. */
export function completesLessOften(
  { variants }: Pick<ComparisonPlan, 'variants'>,
  cells: readonly Cell[],
  key: string,
): boolean {
  const at = variants.findIndex((variant) => variant.key === key)
  const question = completionQuestion({ variants }, cells)
  return question !== undefined && compareVariants(question)[at - 1]?.ruling === 'worse'
}

/** Whether runs complete without an error. */
function completionQuestion(
  { variants }: Pick<Plan, 'variants'>,
  cells: readonly Cell[],
): Question | undefined {
  const names = namesOf(variants)
  const [baseline, ...others] = variants.map(({ key, name }) => ({
    name: names.get(key) ?? name,
    observations: cells
      .filter((cell) => cell.variant === key && hasEnded(cell))
      .map(({ case: caseId, status }): Observation => ({
        caseId,
        outcome: status === 'success' ? 1 : 0,
      })),
  }))
  return baseline && { measure: 'pass', counted: 'completes', baseline, variants: others }
}

type ByCase = ReadonlyMap<string, readonly Cell[]>

const byCase = (cells: readonly Cell[]): ByCase => Map.groupBy(cells, (cell) => cell.case)

const observe = (cells: ByCase, baseline: ByCase, yardstick: Yardstick): Observation[] =>
  [...cells].flatMap(([caseId, own]) =>
    outcomesBeside(own, baseline.get(caseId) ?? [], yardstick).flatMap((outcome) =>
      outcome === undefined ? [] : [{ caseId, outcome }],
    ),
  )
