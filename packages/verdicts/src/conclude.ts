import type {
  Cell,
  ComparisonPlan,
  ComparisonVerdict,
  Variant,
  VariantFigures,
  VariantVerdict,
} from '@lathe/contract'
import { type Comparison, compareVariants, type Observation, passRate } from '@lathe/stats'
import { caseVerdicts } from './case-verdicts.ts'
import { hasEnded } from './has-ended.ts'
import { namesOf } from './names.ts'
import { questionOf } from './question.ts'
import { variantFacts } from './variant-facts.ts'
import { outcomeOf, type Yardstick, yardsticksOf } from './yardstick.ts'

type Judged = Pick<ComparisonPlan, 'variants' | 'checks' | 'cases'>

/** What can be told of every variant, the baseline first. */
export function conclude(
  plan: Judged,
  grid: readonly Cell[],
  yardstick: Yardstick,
): ComparisonVerdict['variants'] {
  const question = questionOf(plan, grid, yardstick)
  const comparisons = question ? compareVariants(question) : []
  const finishing = compareFinishing(plan, grid)
  const byVariant = Map.groupBy(grid, ({ variant }) => variant)
  const [baseline] = plan.variants
  const names = namesOf(plan.variants)
  return plan.variants.map((variant, at) => {
    const cells = byVariant.get(variant.key) ?? []
    const before = byVariant.get(baseline?.key ?? '') ?? []
    const comparison = comparisons[at - 1]
    const why = comparison
      ? whyWorse(comparison, finishing[at - 1], { cells, before, yardstick })
      : null
    return {
      ...figuresOf(plan, variant, cells, yardstick),
      variant: variant.key,
      name: names.get(variant.key) ?? variant.name,
      ruling: comparison?.ruling ?? null,
      sentence: comparison?.sentence ?? 'The baseline.',
      isRegression: why !== null,
      why,
      cases: caseVerdicts(plan, { before, cells }, yardstick),
    } satisfies VariantVerdict
  })
}

type Sides = { cells: readonly Cell[]; before: readonly Cell[]; yardstick: Yardstick }

/** Clearly worse by what is judged, clearly breaking off more often, or with nothing left to judge where there was. */
function whyWorse(
  comparison: Comparison,
  finishing: Comparison | undefined,
  { cells, before, yardstick }: Sides,
): string | null {
  if (comparison.ruling === 'worse') return comparison.sentence
  if (finishing?.ruling === 'worse') return finishing.sentence
  const isJudged = (cell: Cell) => typeof outcomeOf(cell, yardstick) === 'number'
  return before.some(isJudged) && cells.some(hasEnded) && !cells.some(isJudged)
    ? `No run of ${comparison.variant} could be judged, and the baseline’s could.`
    : null
}

/** Whether runs come to their end at all. */
function compareFinishing({ variants }: Judged, grid: readonly Cell[]): Comparison[] {
  const names = namesOf(variants)
  const [baseline, ...others] = variants.map(({ key, name }) => ({
    name: names.get(key) ?? name,
    observations: grid
      .filter((cell) => cell.variant === key && hasEnded(cell))
      .map(({ case: caseId, status }): Observation => ({
        caseId,
        outcome: status === 'success' ? 1 : 0,
      })),
  }))
  if (!baseline) return []
  return compareVariants({ measure: 'pass', counted: 'finishes', baseline, variants: others })
}

function figuresOf(
  { checks }: Judged,
  { name }: Variant,
  cells: readonly Cell[],
  yardstick: Yardstick,
): VariantFigures {
  const { finished, errors, latencyP50, latencyP95, cost, pricedCost, unpriced } =
    variantFacts(cells)
  const observed = (by: Yardstick) =>
    cells.flatMap((cell): Observation[] => {
      const outcome = outcomeOf(cell, by)
      return outcome === undefined ? [] : [{ caseId: cell.case, outcome }]
    })
  const passed =
    yardstick.measure === 'pass' ? passRate({ name, observations: observed(yardstick) }) : null
  const scored = yardsticksOf(checks).filter(({ measure }) => measure === 'score')
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
      scored.flatMap((by) => {
        const numbers = observed(by).flatMap(({ outcome }) =>
          typeof outcome === 'number' ? [outcome] : [],
        )
        const sum = numbers.reduce((total, number) => total + number, 0)
        return numbers.length === 0 ? [] : [[by.name, sum / numbers.length]]
      }),
    ),
    latencyP50,
    latencyP95,
    costPerRun: cost === null || finished === 0 ? null : Math.round(cost / finished),
    pricedCostPerRun: Math.round(pricedCost / Math.max(1, finished)),
    unpriced,
  }
}
