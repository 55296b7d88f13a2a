import { fitStrengths } from './bradley-terry-fit.ts'
import type { Interval } from './interval.ts'
import { seededRandom } from './random.ts'
import { countWins, type Vote } from './votes.ts'

export type Strength = {
  name: string
  /** Log strength; those of all variants sum to zero. */
  strength: number
  interval: Interval | null
}

export type Strengths = {
  /** Strongest first. */
  strengths: Strength[]
  /** Other than `connected`: the votes alone determine no finite strengths, and half a win was added each way. */
  problem: 'connected' | 'separated' | 'disconnected'
  cases: number
}

export type Settings = { seed?: number; resamples?: number; level?: number }

/** How likely one variant is preferred to another, from their log strengths. */
export const preference = (one: number, other: number): number => 1 / (1 + Math.exp(other - one))

function percentiles(values: Float64Array, level: number): Interval {
  const sorted = values.toSorted()
  const at = (p: number) => sorted[Math.round(p * (sorted.length - 1))] ?? NaN
  return { low: at((1 - level) / 2), high: at((1 + level) / 2), level }
}

/** Strengths from pairwise votes, with percentile intervals from resampling the cases. */
export function bradleyTerry(votes: readonly Vote[], settings: Settings = {}): Strengths {
  const { seed = 1, resamples = 1_000, level = 0.95 } = settings
  const names = [...new Set(votes.flatMap(({ first, second }) => [first, second]))]
  const fit = fitStrengths(countWins(votes, names))
  const cases = [...Map.groupBy(votes, (vote) => vote.caseId).values()].map(
    (ofCase) => countWins(ofCase, names).wins,
  )
  const random = seededRandom(seed)
  const replicates = Array.from({ length: cases.length > 1 ? resamples : 0 }, () => {
    const wins = new Float64Array(names.length ** 2)
    for (let draw = 0; draw < cases.length; draw += 1) {
      const drawn = cases[random.below(cases.length)]
      for (let cell = 0; cell < wins.length; cell += 1) {
        wins[cell] = (wins[cell] ?? 0) + (drawn?.[cell] ?? 0)
      }
    }
    return fitStrengths({ names, wins }).logs
  })
  const strengths = names.map((name, at) => ({
    name,
    strength: fit.logs[at] ?? 0,
    interval:
      replicates.length === 0
        ? null
        : percentiles(
            Float64Array.from(replicates, (logs) => logs[at] ?? 0),
            level,
          ),
  }))
  return {
    strengths: strengths.sort((a, b) => b.strength - a.strength),
    problem: fit.problem,
    cases: cases.length,
  }
}
