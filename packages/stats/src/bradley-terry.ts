import type { Signs } from './binomial.ts'
import type { Interval } from './measure.ts'
import { seededRandom } from './random.ts'

/** One pairwise judgement of a case. A judge without a verdict casts no vote. */
export type Vote = {
  caseId: string
  first: string
  second: string
  winner: 'first' | 'second' | 'tie'
}

/** `wins[row * size + column]` counts the votes for row over column. A tie is half a vote for each. */
export type WinMatrix = { names: string[]; wins: Float64Array }

/**
 * Counts the votes between each pair of names. Throws a RangeError on a vote for an unknown name.
 */
export function countWins(votes: readonly Vote[], names: readonly string[]): WinMatrix {
  const indexByName = new Map(names.map((name, index) => [name, index]))
  const wins = new Float64Array(names.length ** 2)
  const add = (winner: number, loser: number, weight: number) => {
    const cell = winner * names.length + loser
    wins[cell] = (wins[cell] ?? 0) + weight
  }
  for (const { first, second, winner } of votes) {
    const [firstIndex, secondIndex] = [indexByName.get(first), indexByName.get(second)]
    if (firstIndex === undefined || secondIndex === undefined || firstIndex === secondIndex) {
      throw new RangeError(
        `a vote must be between two different variants, not "${first}" and "${second}"`,
      )
    }
    if (winner !== 'second') add(firstIndex, secondIndex, winner === 'tie' ? 0.5 : 1)
    if (winner !== 'first') add(secondIndex, firstIndex, winner === 'tie' ? 0.5 : 1)
  }
  return { names: [...names], wins }
}

/**
 * Counts the cases in which `nameA` has more votes than `nameB`, fewer, or as many. Input of the
 * sign test if both orders were judged.
 */
export function votesByCase(votes: readonly Vote[], nameA: string, nameB: string): Signs {
  const signs = { above: 0, below: 0, tied: 0 }
  const pairVotes = votes.filter(({ first, second }) => {
    return (first === nameA && second === nameB) || (first === nameB && second === nameA)
  })
  for (const caseVotes of Map.groupBy(pairVotes, ({ caseId }) => caseId).values()) {
    const { wins } = countWins(caseVotes, [nameA, nameB])
    const winDifference = (wins[1] ?? 0) - (wins[2] ?? 0)
    signs[winDifference > 0 ? 'above' : winDifference < 0 ? 'below' : 'tied'] += 1
  }
  return signs
}

function reachesAll(size: number, hasEdge: (row: number, to: number) => boolean): boolean {
  const seen = new Set([0])
  for (const row of seen) {
    for (let to = 0; to < size; to += 1) if (hasEdge(row, to)) seen.add(to)
  }
  return seen.size === size
}

/**
 * Whether the strengths exist (Ford 1957): `separated` if one group never lost to the others,
 * `disconnected` if it never met them.
 */
export function findConnectivity({
  names,
  wins,
}: WinMatrix): 'connected' | 'separated' | 'disconnected' {
  const size = names.length
  const hasBeaten = (winner: number, loser: number) => (wins[winner * size + loser] ?? 0) > 0
  if (!reachesAll(size, (a, b) => hasBeaten(a, b) || hasBeaten(b, a))) return 'disconnected'
  return reachesAll(size, hasBeaten) && reachesAll(size, (a, b) => hasBeaten(b, a))
    ? 'connected'
    : 'separated'
}

const ROUNDS = 10_000
const CONVERGENCE_LIMIT = 1e-10

/** Half a win for each variant against each other keeps the strengths finite. */
const PRIOR_WINS = 0.5

/**
 * Log strengths that sum to zero, where A beats B with probability 1 / (1 + exp(B − A)). Maximum
 * likelihood (Bradley and Terry 1952) by minorisation (Hunter 2004).
 */
function maximumLikelihood({ names, wins }: WinMatrix, prior: number): Float64Array {
  const size = names.length
  const indexes = Array.from({ length: size }, (_, index) => index)
  const totalWins = indexes.map((row) =>
    indexes.reduce((sum, column) => {
      return row === column ? sum : sum + (wins[row * size + column] ?? 0) + prior
    }, 0),
  )
  const games = wins.map((count, cell) => {
    const mirroredCell = (cell % size) * size + Math.floor(cell / size)
    return count + (wins[mirroredCell] ?? 0) + 2 * prior
  })
  let strengths = new Float64Array(size).fill(1)
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = strengths
    const next = before.map((strength, row) => {
      let denominator = 0
      for (const column of indexes) {
        if (column === row) continue
        denominator += (games[row * size + column] ?? 0) / (strength + (before[column] ?? 1))
      }
      return (totalWins[row] ?? 0) / denominator
    })
    const scale = Math.exp(next.reduce((sum, value) => sum + Math.log(value), 0) / size)
    strengths = next.map((value) => value / scale)
    if (
      strengths.every(
        (value, index) => Math.abs(value / (before[index] ?? 1) - 1) < CONVERGENCE_LIMIT,
      )
    )
      break
  }
  return strengths.map(Math.log)
}

/**
 * Fits log strengths. If the votes determine no finite strengths, half a win each way is added to
 * every pair.
 */
export function fitStrengths(wins: WinMatrix) {
  const problem = findConnectivity(wins)
  return { problem, logs: maximumLikelihood(wins, problem === 'connected' ? 0 : PRIOR_WINS) }
}

export type Strength = {
  name: string
  /** Log strength. The strengths of all variants sum to zero. */
  strength: number
  interval: Interval | null
}

export type Strengths = {
  /** Strongest first. */
  strengths: Strength[]
  /**
   * Unless `connected`, the votes determine no finite strengths, and half a win each way was added.
   */
  problem: 'connected' | 'separated' | 'disconnected'
  cases: number
}

export type Settings = { seed?: number; resamples?: number; level?: number }

/** Probability that the first variant is preferred to the second, from their log strengths. */
export const preference = (first: number, second: number): number =>
  1 / (1 + Math.exp(second - first))

function percentiles(values: Float64Array, level: number): Interval {
  const sorted = values.toSorted()
  const index = (p: number) => sorted[Math.round(p * (sorted.length - 1))] ?? NaN
  return { low: index((1 - level) / 2), high: index((1 + level) / 2), level }
}

/** Fits strengths to pairwise votes, with percentile intervals from resampling the cases. */
export function bradleyTerry(votes: readonly Vote[], settings: Settings = {}): Strengths {
  const { seed = 1, resamples = 1_000, level = 0.95 } = settings
  const names = [...new Set(votes.flatMap(({ first, second }) => [first, second]))]
  const fit = fitStrengths(countWins(votes, names))
  const cases = [...Map.groupBy(votes, (vote) => vote.caseId).values()].map(
    (caseVotes) => countWins(caseVotes, names).wins,
  )
  const random = seededRandom(seed)
  const replicates = Array.from({ length: cases.length > 1 ? resamples : 0 }, () => {
    const wins = new Float64Array(names.length ** 2)
    for (let draw = 0; draw < cases.length; draw += 1) {
      const caseWins = cases[random.below(cases.length)]
      for (let cell = 0; cell < wins.length; cell += 1) {
        wins[cell] = (wins[cell] ?? 0) + (caseWins?.[cell] ?? 0)
      }
    }
    return fitStrengths({ names, wins }).logs
  })
  const strengths = names.map((name, index) => ({
    name,
    strength: fit.logs[index] ?? 0,
    interval:
      replicates.length === 0
        ? null
        : percentiles(
            Float64Array.from(replicates, (logs) => logs[index] ?? 0),
            level,
          ),
  }))
  return {
    strengths: strengths.sort((a, b) => b.strength - a.strength),
    problem: fit.problem,
    cases: cases.length,
  }
}
