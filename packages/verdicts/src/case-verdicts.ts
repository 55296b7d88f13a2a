import type { CaseVerdict, Cell, ComparisonPlan } from '@lathe/contract'
import { isMoreBetter, type Outcome } from '@lathe/stats'
import { cellOutcome, comparableOutcomes, type Metric } from './metrics.ts'

/** A cell's outcome compared with the baseline's. Undefined if one has no outcome. */
export type CaseChange = 'improved' | 'regressed' | 'same'

/** Mean of the repeats that have an outcome. Undefined if none has. */
export const meanOutcome = (cells: readonly Cell[], metric: Metric): number | undefined =>
  averageOutcome(cells.map((cell) => cellOutcome(cell, metric)))

function averageOutcome(outcomes: readonly (Outcome | undefined)[]): number | undefined {
  const numbers = outcomes.filter((outcome) => typeof outcome === 'number')
  if (numbers.length === 0) return undefined
  return numbers.reduce((sum, outcome) => sum + outcome, 0) / numbers.length
}

/** Compares a variant's outcome on one case with the baseline's. Undefined if either has none. */
export function findCaseChange(
  baseline: readonly Cell[],
  variant: readonly Cell[],
  metric: Metric,
): CaseChange | undefined {
  const before = averageOutcome(comparableOutcomes(baseline, baseline, metric))
  const after = averageOutcome(comparableOutcomes(variant, baseline, metric))
  if (before === undefined || after === undefined) return undefined
  if (before === after) return 'same'
  return after > before === isMoreBetter(metric.measure) ? 'improved' : 'regressed'
}

/** Choice of a pairwise judge on a case. */
export type Preference = 'variant' | 'baseline' | 'tie' | 'no verdict'

/**
 * Returns the preferred side over a variant's repeats of one case. Undefined while no repeat is
 * judged.
 */
export function findPreference(cells: readonly Cell[], metric: Metric): Preference | undefined {
  const level = meanOutcome(cells, metric)
  if (level === undefined)
    return cells.some((cell) => cellOutcome(cell, metric) === 'no-verdict')
      ? 'no verdict'
      : undefined
  if (level === 0.5) return 'tie'
  return level > 0.5 ? 'variant' : 'baseline'
}

type Sides = { baselineCells: readonly Cell[]; cells: readonly Cell[] }

/**
 * Compares a variant with the baseline case by case. A single change proves nothing, but these are
 * the cases that a regression consists of.
 */
export function caseVerdicts(
  { cases, evaluators }: Pick<ComparisonPlan, 'cases' | 'evaluators'>,
  { baselineCells, cells }: Sides,
  metric: Metric,
): CaseVerdict[] {
  const cellsByCase = Map.groupBy(cells, (cell) => cell.case)
  const baselineByCase = Map.groupBy(baselineCells, (cell) => cell.case)
  const names = new Map(evaluators.map(({ key, name }) => [key, name]))
  return cases.map(({ key, name }) => {
    const [after, baseline] = [cellsByCase.get(key) ?? [], baselineByCase.get(key) ?? []]
    const latencies = after.flatMap(({ latencyMs }) => latencyMs ?? [])
    return {
      case: key,
      name,
      outcome: meanOutcome(after, metric) ?? null,
      baseline: meanOutcome(baseline, metric) ?? null,
      change: findCaseChange(baseline, after, metric) ?? null,
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
