import type { CaseVerdict, Cell, ComparisonPlan } from '@lathe/contract'
import { isMoreBetter, type Outcome } from '@lathe/stats'
import { outcomeOf, outcomesBeside, type Yardstick } from './metrics.ts'

/** How a cell came out against the baseline's of its case; undefined where one of them has no outcome. */
export type Movement = 'improved' | 'regressed' | 'same'

/** The mean of the repeats that have an outcome. */
export const levelOf = (cells: readonly Cell[], yardstick: Yardstick): number | undefined =>
  meanOf(cells.map((cell) => outcomeOf(cell, yardstick)))

function meanOf(outcomes: readonly (Outcome | undefined)[]): number | undefined {
  const known = outcomes.filter((outcome) => typeof outcome === 'number')
  if (known.length === 0) return undefined
  return known.reduce((sum, outcome) => sum + outcome, 0) / known.length
}

export function movementOf(
  baseline: readonly Cell[],
  variant: readonly Cell[],
  yardstick: Yardstick,
): Movement | undefined {
  const before = meanOf(outcomesBeside(baseline, baseline, yardstick))
  const after = meanOf(outcomesBeside(variant, baseline, yardstick))
  if (before === undefined || after === undefined) return undefined
  if (before === after) return 'same'
  return after > before === isMoreBetter(yardstick.measure) ? 'improved' : 'regressed'
}

/** What a judge of pairs chose on a case: the variant, the baseline, neither; or it gave no verdict. */
export type Preference = 'variant' | 'baseline' | 'tie' | 'no verdict'

/** Of the variant's repeats on one case, by a pairwise check; undefined while there is nothing to judge. */
export function preferenceOf(cells: readonly Cell[], yardstick: Yardstick): Preference | undefined {
  const level = levelOf(cells, yardstick)
  if (level === undefined)
    return cells.some((cell) => outcomeOf(cell, yardstick) === 'no-verdict')
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
  yardstick: Yardstick,
): CaseVerdict[] {
  const own = Map.groupBy(cells, (cell) => cell.case)
  const others = Map.groupBy(before, (cell) => cell.case)
  const names = new Map(checks.map(({ key, name }) => [key, name]))
  return cases.map(({ key, name }) => {
    const [after, baseline] = [own.get(key) ?? [], others.get(key) ?? []]
    const latencies = after.flatMap(({ latencyMs }) => latencyMs ?? [])
    return {
      case: key,
      name,
      outcome: levelOf(after, yardstick) ?? null,
      baseline: levelOf(baseline, yardstick) ?? null,
      change: movementOf(baseline, after, yardstick) ?? null,
      errors: after.flatMap(({ error }) => error?.message ?? []),
      reasons: [...new Set(after.flatMap((cell) => reasonsOf(cell, names)))],
      durationMs: latencies.length === 0 ? null : latencies.reduce((sum, ms) => sum + ms, 0),
    }
  })
}

const reasonsOf = ({ evaluations }: Cell, names: ReadonlyMap<string, string>): string[] =>
  Object.entries(evaluations).flatMap(([key, evaluation]) =>
    evaluation.status === 'failed' || evaluation.status === 'undecided'
      ? [`${names.get(key) ?? key}: ${evaluation.reason}`]
      : [],
  )
