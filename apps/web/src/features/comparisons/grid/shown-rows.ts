import type { Cell, ComparisonCase, ComparisonPlan } from '@lathe/contract'
import { answerText } from '@lathe/evaluators'
import { canonicalJson } from '@lathe/graph'
import { findMovement, cellOutcome, findPreference, type Metric } from '@lathe/verdicts'
import { type CellGrid, cellsAt } from './cell-grid.ts'

const shows = [
  'all',
  'different',
  'failures',
  'errors',
  'improved',
  'regressed',
  'tied',
  'undecided',
] as const
export type Show = (typeof shows)[number]

type Shown = {
  show: Show
  yardstick: Metric
  /** Limits the filter to one variant. */
  variant?: string | undefined
}

/** The cases that pass the filter. */
export function shownRows(
  { cases, variants }: Pick<ComparisonPlan, 'cases' | 'variants'>,
  grid: CellGrid,
  { show, yardstick, variant }: Shown,
): readonly ComparisonCase[] {
  if (show === 'all') return cases
  const [baseline, ...others] = variants.map(({ key }) => key)
  if (baseline === undefined) return cases
  const looked = variant === undefined ? [baseline, ...others] : [variant]
  return cases.filter(({ key }) => {
    const cells = (column: string) => cellsAt(grid, column, key)
    if (show === 'errors') {
      return looked.some((column) => cells(column).some(({ status }) => status === 'error'))
    }
    if (show === 'failures') {
      return looked.some((column) =>
        cells(column).some((cell) => isFailure(cellOutcome(cell, yardstick), yardstick)),
      )
    }
    if (show === 'different') {
      const outputs = [baseline, ...others].flatMap((column) =>
        cells(column)
          .filter(({ status }) => status === 'success')
          .map(({ output, calls }) => canonicalJson({ said: answerText(output), calls })),
      )
      return new Set(outputs).size > 1
    }
    if (show === 'undecided') {
      return looked.some((column) => hasNoVerdict(cells(column), yardstick))
    }
    const wanted = show === 'tied' ? 'same' : show
    // The baseline never differs from itself.
    return looked.some(
      (column) =>
        column !== baseline && findMovement(cells(baseline), cells(column), yardstick) === wanted,
    )
  })
}

/** A pair has one verdict. Otherwise each repeat has its own. */
const hasNoVerdict = (cells: readonly Cell[], yardstick: Metric) =>
  yardstick.isPairwise
    ? findPreference(cells, yardstick) === 'no verdict'
    : cells.some((cell) => cellOutcome(cell, yardstick) === 'no-verdict')

const isFailure = (outcome: ReturnType<typeof cellOutcome>, { measure }: Metric) =>
  outcome === 'error' || (measure === 'pass' && outcome === 0)

type Shows = { value: Show; label: string }[]

const SHOWS: Shows = [
  { value: 'all', label: 'All' },
  { value: 'different', label: 'Different' },
  { value: 'failures', label: 'Failures' },
  { value: 'errors', label: 'Errors' },
  { value: 'improved', label: 'Improved' },
  { value: 'regressed', label: 'Regressed' },
]

const NO_VERDICT: Shows = [{ value: 'undecided', label: 'No verdict' }]

/** Filters for pairwise metrics. */
const CHOICES: Shows = [
  ...SHOWS.filter(({ value }) => ['all', 'different', 'errors'].includes(value)),
  { value: 'improved', label: 'Variant preferred' },
  { value: 'regressed', label: 'Baseline preferred' },
  { value: 'tied', label: 'Tie' },
  ...NO_VERDICT,
]

/** The available filters with their labels. */
export function showsBy({ isPairwise, measure }: Metric): Shows {
  if (isPairwise) return CHOICES
  return measure === 'pass' || measure === 'score' ? [...SHOWS, ...NO_VERDICT] : SHOWS
}

export const nameOfShow = (show: Show, yardstick: Metric): string =>
  showsBy(yardstick).find(({ value }) => value === show)?.label ?? show
