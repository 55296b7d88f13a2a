import { describe, expect, test } from 'vitest'
import {
  bradleyTerry,
  countWins,
  fitStrengths,
  preference,
  type Vote,
  votesByCase,
} from './bradley-terry.ts'
import { signTest } from './binomial.ts'

// American League 1987, wins of the row over the column, home and away: Agresti 2002, Categorical Data Analysis, page 438.
const teams = ['Milwaukee', 'Detroit', 'Toronto', 'New York', 'Boston', 'Cleveland', 'Baltimore']
const season = [
  [0, 7, 9, 7, 7, 9, 11],
  [6, 0, 7, 5, 11, 9, 9],
  [4, 6, 0, 7, 7, 8, 12],
  [6, 8, 6, 0, 6, 7, 10],
  [6, 2, 6, 7, 0, 7, 12],
  [4, 4, 5, 6, 6, 0, 6],
  [2, 4, 1, 3, 1, 7, 0],
]

const votes = (entries: [string, string, Vote['winner'], number][]): Vote[] =>
  entries.flatMap(([first, second, winner, times]) =>
    Array.from({ length: times }, (_, at) => ({
      caseId: `${first}${second}${at}`,
      first,
      second,
      winner,
    })),
  )

describe('fitStrengths', () => {
  // R 4.2.2, BradleyTerry2 1.1: BTabilities(BTm(cbind(home.wins, away.wins), home.team, away.team, data = baseball))
  test('agrees with BradleyTerry2 on the baseball season', () => {
    const { logs, problem } = fitStrengths({ names: teams, wins: Float64Array.from(season.flat()) })
    const baltimore = logs[6] ?? NaN

    expect(problem).toBe('connected')
    const abilities = Array.from(logs, (log) => (log - baltimore).toFixed(7))
    expect(abilities).toEqual([
      '1.5813559',
      '1.4364084',
      '1.2944851',
      '1.2476178',
      '1.1076977',
      '0.6838528',
      '0.0000000',
    ])
  })

  // Stigler 1994, citations among statistics journals, in Agresti 2002 on page 448. R 4.2.2, BradleyTerry2 1.1, help(citations):
  // ..Comm Statist −2.9490724968, ..JASA −0.4795697698, ..JRSS-B 0.2689540558
  test('agrees with BradleyTerry2 on the citations of journals', () => {
    const wins = Float64Array.of(
      0,
      730,
      498,
      221,
      33,
      0,
      68,
      17,
      320,
      813,
      0,
      142,
      284,
      276,
      325,
      0,
    )
    const names = ['Biometrika', 'Comm Statist', 'JASA', 'JRSS-B']
    const [biometrika = NaN, ...others] = fitStrengths({ names, wins }).logs

    expect(others.map((log) => (log - biometrika).toFixed(7))).toEqual([
      '-2.9490725',
      '-0.4795698',
      '0.2689541',
    ])
  })
})

describe('bradleyTerry', () => {
  test('ranks by strength and converts strengths to preference probabilities', () => {
    const { strengths, problem } = bradleyTerry(
      votes([
        ['A', 'B', 'first', 30],
        ['A', 'B', 'second', 10],
      ]),
    )
    const [best, other] = strengths

    expect(strengths.map(({ name }) => name)).toEqual(['A', 'B'])
    expect(problem).toBe('connected')
    expect(preference(best?.strength ?? NaN, other?.strength ?? NaN)).toBeCloseTo(0.75, 6)
  })

  test('draws reproducible intervals around the strengths', () => {
    const cast = votes([
      ['A', 'B', 'first', 25],
      ['A', 'B', 'second', 15],
      ['B', 'C', 'first', 20],
      ['B', 'C', 'second', 12],
      ['C', 'A', 'tie', 9],
    ])
    const { strengths, cases } = bradleyTerry(cast, { seed: 3 })

    expect(cases).toBe(54)
    for (const { strength, interval } of strengths) {
      expect(interval?.low).toBeLessThan(strength)
      expect(interval?.high).toBeGreaterThan(strength)
    }
    expect(bradleyTerry(cast, { seed: 3 }).strengths).toEqual(strengths)
    expect(bradleyTerry(cast, { seed: 4 }).strengths).not.toEqual(strengths)
  })

  test('counts a tie as half a win for each', () => {
    const { strengths } = bradleyTerry(votes([['A', 'B', 'tie', 12]]))

    expect(strengths.map(({ strength }) => Math.abs(strength))).toEqual([0, 0])
  })

  test('stays finite and reports a variant that never lost', () => {
    const { strengths, problem } = bradleyTerry(votes([['A', 'B', 'first', 8]]))

    expect(problem).toBe('separated')
    expect(strengths[0]?.name).toBe('A')
    // 8.5 wins against 0.5.
    expect((strengths[0]?.strength ?? NaN) * 2).toBeCloseTo(Math.log(17), 6)
  })

  test('reports groups that never met', () => {
    const cast = votes([
      ['A', 'B', 'first', 3],
      ['C', 'D', 'second', 3],
    ])

    expect(bradleyTerry(cast).problem).toBe('disconnected')
  })

  test('returns no strengths without votes and no interval for one case', () => {
    expect(bradleyTerry([]).strengths).toEqual([])
    expect(bradleyTerry(votes([['A', 'B', 'tie', 1]])).strengths[0]?.interval).toBeNull()
  })

  test('rejects a vote between a variant and itself', () => {
    const vote: Vote = { caseId: '1', first: 'A', second: 'A', winner: 'tie' }

    expect(() => countWins([vote], ['A'])).toThrow('"A" and "A"')
  })
})

describe('votesByCase', () => {
  test('counts a case once, and as a tie if the two orders contradict each other', () => {
    const vote = (caseId: string, first: string, winner: Vote['winner']): Vote => ({
      caseId,
      first,
      second: first === 'A' ? 'B' : 'A',
      winner,
    })
    const cast = [
      vote('1', 'A', 'first'),
      vote('1', 'B', 'second'),
      vote('2', 'A', 'first'),
      vote('2', 'B', 'first'),
      vote('3', 'A', 'second'),
      vote('3', 'B', 'tie'),
      { caseId: '4', first: 'A', second: 'C', winner: 'first' } as const,
    ]

    const signs = votesByCase(cast, 'A', 'B')

    expect(signs).toEqual({ above: 1, below: 1, tied: 1 })
    expect(signTest(signs)).toBe(1)
  })
})
