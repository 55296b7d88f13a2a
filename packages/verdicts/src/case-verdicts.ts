import type { CaseVerdict, Cell, ComparisonPlan } from '@lathe/contract'
import { isMoreBetter, type Outcome } from '@lathe/stats'
import { cellOutcome, comparableOutcomes, type Metric } from './metrics.ts'

/** How a cell came out against the baseline's of its case; undefined where one of them has no outcome. */
export type Movement = 'improved' | 'regressed' | 'same'

/** The mean of the repeats that have an outcome. */
export const meanOutcome = (cells: readonly Cell[], metric: Metric): number | undefined =>
  meanOf(cells.map((cell) => cellOutcome(cell, metric)))

function meanOf(outcomes: readonly (Outcome | undefined)[]): number | undefined {
  const numbers = outcomes.filter((outcome) => typeof outcome === 'number')
  if (numbers.length === 0) return undefined
  return numbers.reduce((sum, outcome) => sum + outcome, 0) / numbers.length
}

export function findMovement(
  baseline: readonly Cell[],
  variant: readonly Cell[],
  metric: Metric,
): Movement | undefined {
  const before = meanOf(comparableOutcomes(baseline, baseline, metric))
  const after = meanOf(comparableOutcomes(variant, baseline, metric))
  if (before === undefined || after === undefined) return undefined
  if (before === after) return 'same'
  return after > before === isMoreBetter(metric.measure) ? 'improved' : 'regressed'
}

/** What a judge of pairs chose on a case: the variant, the baseline, neither; or it gave no verdict. */
export type Preference = 'variant' | 'baseline' | 'tie' | 'no verdict'

/** Of the variant's repeats on one case, by a pairwise check; undefined while there is nothing to judge. */
export function findPreference(cells: readonly Cell[], metric: Metric): Preference | undefined {
  const level = meanOutcome(cells, metric)
  if (level === undefined)
    return cells.some((cell) => cellOutcome(cell, metric) === 'no-verdict')
      ? 'no verdict'
      : undefined
  if (level === 0.5) return 'tie'
  return level > 0.5 ? 'variant' : 'baseline'
}

type Sides = { before: readonly Cell[]; cells: readonly Cell[] }

/** Case by case: a flip by itself says nothing, but where there is a regression these are the cases it is made of. */
export function caseVerdicts(
  { cases, checks }: Pick<ComparisonPlan, 'cases' | 'checks'>,
  { before, cells }: Sides,
  metric: Metric,
): CaseVerdict[] {
  const cellsByCase = Map.groupBy(cells, (cell) => cell.case)
  const baselineByCase = Map.groupBy(before, (cell) => cell.case)
  const names = new Map(checks.map(({ key, name }) => [key, name]))
  return cases.map(({ key, name }) => {
    const [after, baseline] = [cellsByCase.get(key) ?? [], baselineByCase.get(key) ?? []]
    const latencies = after.flatMap(({ latencyMs }) => latencyMs ?? [])
    return {
      case: key,
      name,
      outcome: meanOutcome(after, metric) ?? null,
      baseline: meanOutcome(baseline, metric) ?? null,
      change: findMovement(baseline, after, metric) ?? null,
      errors: after.flatMap(({ error }) => error?.message ?? []),
      reasons: [...new Set(after.flatMap((cell) => listReasons(cell, names)))],
      durationMs: latencies.length === 0 ? null : latencies.reduce((sum, ms) => sum + ms, 0),
    }
  })
}

const listReasons = ({ evaluations }: Cell, names: ReadonlyMap<string, string>): string[] =>
  Object.entries(evaluations).flatMap(([key, evaluation]) =>
    evaluation.status === 'failed' || evaluation.status === 'undecided'
      ? [`${names.get(key) ?? key}: ${evaluation.reason}`]
      : [],
  )
