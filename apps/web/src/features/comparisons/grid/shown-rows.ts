import type { Cell, ComparisonCase, ComparisonPlan } from '@lathe/contract'
import { saidIn } from '@lathe/evaluators'
import { canonicalJson } from '@lathe/graph'
import { movementOf, outcomeOf, preferenceOf, type Yardstick } from '@lathe/verdicts'
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
  yardstick: Yardstick
  /** Of which column; all of them without it. */
  variant?: string | undefined
}

/** The cases a display mode leaves. */
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
        cells(column).some((cell) => isFailure(outcomeOf(cell, yardstick), yardstick)),
      )
    }
    if (show === 'different') {
      const outputs = [baseline, ...others].flatMap((column) =>
        cells(column)
          .filter(({ status }) => status === 'success')
          .map(({ output, calls }) => canonicalJson({ said: saidIn(output), calls })),
      )
      return new Set(outputs).size > 1
    }
    if (show === 'undecided') {
      return looked.some((column) => hasNoVerdict(cells(column), yardstick))
    }
    const wanted = show === 'tied' ? 'same' : show
    // Against itself the baseline is always the same.
    return looked.some(
      (column) =>
        column !== baseline && movementOf(cells(baseline), cells(column), yardstick) === wanted,
    )
  })
}

/** A pair is decided as one; of other outputs each repeat stands for itself. */
const hasNoVerdict = (cells: readonly Cell[], yardstick: Yardstick) =>
  yardstick.isPairwise
    ? preferenceOf(cells, yardstick) === 'no verdict'
    : cells.some((cell) => outcomeOf(cell, yardstick) === 'no-verdict')

const isFailure = (outcome: ReturnType<typeof outcomeOf>, { measure }: Yardstick) =>
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

/** Of two outputs held against each other: which side the judge chose. */
const CHOICES: Shows = [
  ...SHOWS.filter(({ value }) => ['all', 'different', 'errors'].includes(value)),
  { value: 'improved', label: 'Variant preferred' },
  { value: 'regressed', label: 'Baseline preferred' },
  { value: 'tied', label: 'Tie' },
  ...NO_VERDICT,
]

/** What can be shown of the cases, by their names. */
export function showsBy({ isPairwise, measure }: Yardstick): Shows {
  if (isPairwise) return CHOICES
  return measure === 'pass' || measure === 'score' ? [...SHOWS, ...NO_VERDICT] : SHOWS
}

export const nameOfShow = (show: Show, yardstick: Yardstick): string =>
  showsBy(yardstick).find(({ value }) => value === show)?.label ?? show
