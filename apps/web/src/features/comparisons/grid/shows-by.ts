import type { Yardstick } from '@lathe/verdicts'
import type { Show } from './shown-rows.ts'

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
