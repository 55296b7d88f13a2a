import type { Interval } from './interval.ts'
import { normalQuantile } from './normal.ts'

/**
 * The score interval of Wilson 1927 for `passed` of `cases` (R: `prop.test(correct = FALSE)`).
 * `passed` may be a fraction when repeats were averaged: then it errs on the wide side.
 */
export function wilsonInterval(passed: number, cases: number, level = 0.95): Interval {
  if (!(cases > 0 && passed >= 0 && passed <= cases)) {
    throw new RangeError(`${passed} of ${cases} is not a proportion`)
  }
  const z = normalQuantile(0.5 + level / 2)
  const share = passed / cases
  const centre = share + (z * z) / (2 * cases)
  const reach = z * Math.sqrt((share * (1 - share)) / cases + (z * z) / (4 * cases * cases))
  const scale = 1 + (z * z) / cases
  return {
    // Exactly 0 and 1 at the ends, where rounding would leave 1e-17.
    low: passed === 0 ? 0 : (centre - reach) / scale,
    high: passed === cases ? 1 : (centre + reach) / scale,
    level,
  }
}
