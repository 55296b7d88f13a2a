import type { Interval } from './interval.ts'
import { wilsonInterval } from './proportions.ts'
import { averageRepeats, type Sample } from './sample.ts'

export type PassRate = {
  cases: number
  /** Null when no case has an outcome. */
  rate: number | null
  interval: Interval | null
  errors: number
  noVerdicts: number
}

/** The share of cases one variant passes, a case's repeats averaged first, with Wilson's interval. */
export function passRate(sample: Sample, level = 0.95): PassRate {
  const { byCase, errors, noVerdicts } = averageRepeats(sample, 'pass')
  const cases = byCase.size
  if (cases === 0) return { cases, rate: null, interval: null, errors, noVerdicts }
  // Sums of averages may stray past the number of cases by a rounding.
  const passed = Math.min(
    cases,
    [...byCase.values()].reduce((sum, value) => sum + value, 0),
  )
  return {
    cases,
    rate: passed / cases,
    interval: wilsonInterval(passed, cases, level),
    errors,
    noVerdicts,
  }
}
