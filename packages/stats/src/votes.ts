import type { Signs } from './sign-test.ts'

/** One pairwise judgement of a case. A judge that reached no verdict casts no vote. */
export type Vote = {
  caseId: string
  first: string
  second: string
  winner: 'first' | 'second' | 'tie'
}

/** Row beats column: `wins[row * size + column]` votes, a tie being half a vote for each. */
export type Wins = { names: string[]; wins: Float64Array }

export function countWins(votes: readonly Vote[], names: readonly string[]): Wins {
  const place = new Map(names.map((name, index) => [name, index]))
  const wins = new Float64Array(names.length ** 2)
  const add = (winner: number, loser: number, weight: number) => {
    const cell = winner * names.length + loser
    wins[cell] = (wins[cell] ?? 0) + weight
  }
  for (const { first, second, winner } of votes) {
    const [one, other] = [place.get(first), place.get(second)]
    if (one === undefined || other === undefined || one === other) {
      throw new RangeError(
        `a vote between "${first}" and "${second}" is no vote between two variants`,
      )
    }
    if (winner !== 'second') add(one, other, winner === 'tie' ? 0.5 : 1)
    if (winner !== 'first') add(other, one, winner === 'tie' ? 0.5 : 1)
  }
  return { names: [...names], wins }
}

/** By case, whether `one` or `other` has more of its votes: for the sign test, where both orders were asked. */
export function votesByCase(votes: readonly Vote[], one: string, other: string): Signs {
  const signs = { above: 0, below: 0, tied: 0 }
  const between = votes.filter(({ first, second }) => {
    return (first === one && second === other) || (first === other && second === one)
  })
  for (const ofCase of Map.groupBy(between, ({ caseId }) => caseId).values()) {
    const { wins } = countWins(ofCase, [one, other])
    const lead = (wins[1] ?? 0) - (wins[2] ?? 0)
    signs[lead > 0 ? 'above' : lead < 0 ? 'below' : 'tied'] += 1
  }
  return signs
}

function reachesAll(size: number, hasEdge: (from: number, to: number) => boolean): boolean {
  const seen = new Set([0])
  for (const from of seen) {
    for (let to = 0; to < size; to += 1) if (hasEdge(from, to)) seen.add(to)
  }
  return seen.size === size
}

/**
 * Whether the strengths exist (Ford 1957): `separated` when some group never lost to the others, `disconnected` when it
 * never even met them.
 */
export function connection({ names, wins }: Wins): 'connected' | 'separated' | 'disconnected' {
  const size = names.length
  const beat = (winner: number, loser: number) => (wins[winner * size + loser] ?? 0) > 0
  if (!reachesAll(size, (a, b) => beat(a, b) || beat(b, a))) return 'disconnected'
  return reachesAll(size, beat) && reachesAll(size, (a, b) => beat(b, a))
    ? 'connected'
    : 'separated'
}
