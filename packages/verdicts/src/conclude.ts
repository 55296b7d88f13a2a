import type {
  Cell,
  ComparisonPlan,
  ComparisonVerdict,
  EvaluatorVerdict,
  Variant,
  VariantFigures,
  VariantVerdict,
  VerdictRuling,
} from '@lathe/contract'
import { type Comparison, mean, type Observation, passRate } from '@lathe/stats'
import { caseVerdicts, meanOutcome } from './case-verdicts.ts'
import { type Decision, decideVariants } from './decide.ts'
import { evaluatorMetrics, hasEnded, cellOutcome, type Metric } from './metrics.ts'
import { uniqueNames, variantFacts } from './variants.ts'
import { verdictInput } from './question.ts'

type Plan = Pick<ComparisonPlan, 'variants' | 'evaluators' | 'cases' | 'errors'>

/** Returns the verdict on every variant by a primary metric, the baseline first. */
export function conclude(
  plan: Plan,
  grid: readonly Cell[],
  metric: Metric,
): ComparisonVerdict['variants'] {
  const input = verdictInput(plan, grid, metric)
  const decisions = input ? decideVariants(input) : []
  const byVariant = Map.groupBy(grid, ({ variant }) => variant)
  const [baseline] = plan.variants
  const baselineCells = byVariant.get(baseline?.key ?? '') ?? []
  const names = uniqueNames(plan.variants)
  return plan.variants.map((variant, index) => {
    const cells = byVariant.get(variant.key) ?? []
    const decision = decisions[index - 1]
    return {
      ...variantFigures(plan, variant, cells, metric),
      variant: variant.key,
      name: names.get(variant.key) ?? variant.name,
      ruling: decision?.ruling ?? null,
      sentence: decision?.sentence ?? 'The baseline.',
      isRegression: (decision?.regression ?? null) !== null,
      reason: decision?.regression ?? null,
      completion: testVerdict(decision?.completion, completionRate(cells)),
      evaluators: evaluatorVerdicts(plan, cells, decision),
      cases: caseVerdicts(plan, { baselineCells, cells }, metric),
    } satisfies VariantVerdict
  })
}

const evaluatorVerdicts = (
  { evaluators, errors }: Plan,
  cells: readonly Cell[],
  decision: Decision | undefined,
): EvaluatorVerdict[] =>
  evaluatorMetrics(evaluators, errors).map((metric) => {
    const { id, name, measure } = metric
    const evaluatorComparison = decision?.evaluators.find(
      (evaluator) => evaluator.id === id,
    )?.comparison
    return { id, name, measure, ...testVerdict(evaluatorComparison, meanByCase(cells, metric)) }
  })

function testVerdict<Ruling extends VerdictRuling>(
  comparison: (Omit<Comparison, 'ruling'> & { ruling: Ruling }) | undefined,
  level: number | null,
) {
  if (!comparison) return { ruling: null, sentence: null, level, difference: null, p: null }
  const { ruling, sentence, difference, adjustedP } = comparison
  const { estimate, interval, cases } = difference
  const { low = null, high = null } = interval ?? {}
  return {
    ruling,
    sentence,
    level,
    difference: cases === 0 ? null : { estimate, low, high },
    p: adjustedP,
  }
}

/** Repeats of a case are averaged first. Null without an outcome. */
function meanByCase(cells: readonly Cell[], metric: Metric): number | null {
  const levels = [...Map.groupBy(cells, (cell) => cell.case).values()].flatMap(
    (evaluatorComparison) => meanOutcome(evaluatorComparison, metric) ?? [],
  )
  return levels.length === 0 ? null : mean(Float64Array.from(levels))
}

function completionRate(cells: readonly Cell[]): number | null {
  const observations = cells.filter(hasEnded).map(({ case: caseId, status }): Observation => ({
    caseId,
    outcome: status === 'success' ? 1 : 0,
  }))
  return passRate({ name: 'completion', observations }).rate
}

function variantFigures(
  { evaluators, errors: policy }: Plan,
  { name }: Variant,
  cells: readonly Cell[],
  metric: Metric,
): VariantFigures {
  const { finished, errors, latencyP50, latencyP95, cost, pricedCost, unpriced } =
    variantFacts(cells)
  const observations = cells.flatMap((cell): Observation[] => {
    const outcome = cellOutcome(cell, metric)
    return outcome === undefined ? [] : [{ caseId: cell.case, outcome }]
  })
  const passed = metric.measure === 'pass' ? passRate({ name, observations }) : null
  const scored = evaluatorMetrics(evaluators, policy).filter(({ measure }) => measure === 'score')
  return {
    finished,
    errors,
    passRate:
      passed && passed.rate !== null && passed.interval !== null
        ? {
            rate: passed.rate,
            low: passed.interval.low,
            high: passed.interval.high,
            cases: passed.cases,
          }
        : null,
    scores: Object.fromEntries(
      scored.flatMap((metric) => {
        const level = meanByCase(cells, metric)
        return level === null ? [] : [[metric.name, level]]
      }),
    ),
    latencyP50,
    latencyP95,
    costPerRun: cost === null || finished === 0 ? null : Math.round(cost / finished),
    pricedCostPerRun: Math.round(pricedCost / Math.max(1, finished)),
    unpriced,
  }
}
