import type { Cell, ComparisonCase, ComparisonPlan } from '@lathe/contract'
import { answerText } from '@lathe/evaluators'
import { canonicalJson } from '@lathe/graph'
import { findCaseChange, cellOutcome, findPreference, type Metric } from '@lathe/verdicts'
import { type CellGrid, cellsAt } from './cell-grid.ts'

const SHOW_VALUES = [
  'all',
  'different',
  'failures',
  'errors',
  'improved',
  'regressed',
  'tied',
  'undecided',
] as const
export type Show = (typeof SHOW_VALUES)[number]

type RowFilter = {
  show: Show
  metric: Metric
  /** Limits the filter to one variant. */
  variant?: string | undefined
}

/** The cases that pass the filter. */
export function visibleRows(
  { cases, variants }: Pick<ComparisonPlan, 'cases' | 'variants'>,
  grid: CellGrid,
  { show, metric, variant }: RowFilter,
): readonly ComparisonCase[] {
  if (show === 'all') return cases
  const [baseline, ...otherKeys] = variants.map(({ key }) => key)
  if (baseline === undefined) return cases
  const searchedKeys = variant === undefined ? [baseline, ...otherKeys] : [variant]
  return cases.filter(({ key }) => {
    const cells = (column: string) => cellsAt(grid, column, key)
    if (show === 'errors') {
      return searchedKeys.some((column) => cells(column).some(({ status }) => status === 'error'))
    }
    if (show === 'failures') {
      return searchedKeys.some((column) =>
        cells(column).some((cell) => isFailure(cellOutcome(cell, metric), metric)),
      )
    }
    if (show === 'different') {
      const outputs = [baseline, ...otherKeys].flatMap((column) =>
        cells(column)
          .filter(({ status }) => status === 'success')
          .map(({ output, calls }) => canonicalJson({ said: answerText(output), calls })),
      )
      return new Set(outputs).size > 1
    }
    if (show === 'undecided') {
      return searchedKeys.some((column) => hasNoVerdict(cells(column), metric))
    }
    const requestedChange = show === 'tied' ? 'same' : show
    // The baseline never differs from itself.
    return searchedKeys.some(
      (column) =>
        column !== baseline &&
        findCaseChange(cells(baseline), cells(column), metric) === requestedChange,
    )
  })
}

/** A pair has one verdict. Otherwise each repeat has its own. */
const hasNoVerdict = (cells: readonly Cell[], metric: Metric) =>
  metric.isPairwise
    ? findPreference(cells, metric) === 'no verdict'
    : cells.some((cell) => cellOutcome(cell, metric) === 'no-verdict')

const isFailure = (outcome: ReturnType<typeof cellOutcome>, { measure }: Metric) =>
  outcome === 'error' || (measure === 'pass' && outcome === 0)

type ShowOptions = { value: Show; label: string }[]

const SHOWS: ShowOptions = [
  { value: 'all', label: 'All' },
  { value: 'different', label: 'Different' },
  { value: 'failures', label: 'Failures' },
  { value: 'errors', label: 'Errors' },
  { value: 'improved', label: 'Improved' },
  { value: 'regressed', label: 'Regressed' },
]

const NO_VERDICT: ShowOptions = [{ value: 'undecided', label: 'No verdict' }]

/** Filters for pairwise metrics. */
const CHOICES: ShowOptions = [
  ...SHOWS.filter(({ value }) => ['all', 'different', 'errors'].includes(value)),
  { value: 'improved', label: 'Variant preferred' },
  { value: 'regressed', label: 'Baseline preferred' },
  { value: 'tied', label: 'Tie' },
  ...NO_VERDICT,
]

/** The available filters with their labels. */
export function showOptions({ isPairwise, measure }: Metric): ShowOptions {
  if (isPairwise) return CHOICES
  return measure === 'pass' || measure === 'score' ? [...SHOWS, ...NO_VERDICT] : SHOWS
}

export const showLabel = (show: Show, metric: Metric): string =>
  showOptions(metric).find(({ value }) => value === show)?.label ?? show
