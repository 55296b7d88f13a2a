import { bcaInterval, centreWithReplicates } from '../bootstrap.ts'
import type { Centre, Interval } from '../measure.ts'
import { normalQuantile } from '../normal.ts'
import { newcombeInterval, wilsonInterval } from '../proportions.ts'
import { seededRandom, type Random } from '../random.ts'

export type Population = { truth: number; draw(random: Random): number }

/** Uses the middle of a step, so that 0 and 1 are never reached. */
export const gaussian = (random: Random) => normalQuantile(random.uniform() + 2 ** -33)

/** Share of intervals that contain the true value, in percent with one decimal. */
function covered(trials: number, truth: number, trial: (random: Random) => Interval): number {
  const random = seededRandom(2026)
  let held = 0
  for (let index = 0; index < trials; index += 1) {
    const { low, high } = trial(random)
    if (low <= truth && truth <= high) held += 1
  }
  return Math.round((1000 * held) / trials) / 10
}

export const wilsonCoverage = (share: number, cases: number, trials: number) =>
  covered(trials, share, (random) => {
    let passed = 0
    for (let at = 0; at < cases; at += 1) if (random.uniform() < share) passed += 1
    return wilsonInterval(passed, cases)
  })

/** `cells`: probabilities that both pass, only the first, only the second. */
export const newcombeCoverage = (
  [both, first, second]: readonly [number, number, number],
  cases: number,
  trials: number,
) =>
  covered(trials, first - second, (random) => {
    const table = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 }
    for (let at = 0; at < cases; at += 1) {
      const u = random.uniform()
      if (u < both) table.both += 1
      else if (u < both + first) table.onlyFirst += 1
      else if (u < both + first + second) table.onlySecond += 1
      else table.neither += 1
    }
    return newcombeInterval(table)
  })

export const bcaCoverage = (
  centre: Centre,
  population: Population,
  { cases, trials, resamples }: { cases: number; trials: number; resamples: number },
) =>
  covered(trials, population.truth, (random) => {
    const values = new Float64Array(cases).map(() => population.draw(random))
    return bcaInterval(centreWithReplicates(centre, values, { resamples, random }))
  })
