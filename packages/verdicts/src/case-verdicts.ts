import type { CaseVerdict, Cell, ComparisonPlan } from '@lathe/contract'
import { levelOf, movementOf } from './movement.ts'
import type { Yardstick } from './yardstick.ts'

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
