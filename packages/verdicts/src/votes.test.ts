import type { PairVote } from '@lathe/contract'
import { expect, test } from 'vitest'
import { findPreferredExperiment, concludeVotes } from './votes.ts'

const variant = (key: string) => ({
  key,
  name: key.toUpperCase(),
  reuse: true,
  base: { type: 'agent' as const, agent: 'support', version: 1, overrides: {} },
})

const plan = { variants: [variant('a'), variant('b')] }

const vote = (at: number, fields: Pick<PairVote, 'first' | 'second' | 'winner'>): PairVote => ({
  case: `c${at}`,
  repeat: 0,
  ...fields,
})

test('counts a win for the listed side, whichever side the baseline was on', () => {
  const votes = Array.from({ length: 8 }, (_, at) =>
    at % 2 === 0
      ? vote(at, { first: 'a', second: 'b', winner: 'second' })
      : vote(at, { first: 'b', second: 'a', winner: 'first' }),
  )

  expect(concludeVotes(plan, votes)).toMatchObject([
    { name: 'B', ruling: 'better', won: 8, lost: 0, tied: 0 },
  ])
  const lostVotes = votes.map((one): PairVote => ({
    ...one,
    winner: one.winner === 'first' ? 'second' : 'first',
  }))
  expect(concludeVotes(plan, lostVotes)).toMatchObject([
    { name: 'B', ruling: 'worse', won: 0, lost: 8, tied: 0 },
  ])
})

test('counts ties separately and ignores votes on removed variants', () => {
  const votes = [
    vote(0, { first: 'a', second: 'b', winner: 'second' }),
    vote(1, { first: 'a', second: 'b', winner: 'tie' }),
    vote(2, { first: 'gone', second: 'b', winner: 'second' }),
  ]

  expect(concludeVotes(plan, votes)).toMatchObject([{ won: 1, lost: 0, tied: 1 }])
})

const experimentVote = (first: string, winner: 'first' | 'second' | 'tie', second: string) => ({
  first,
  second,
  winner,
})

const preferred = (experiment: string) => ({ type: 'preferred', experiment })

test.each([
  ['the one that was chosen', [experimentVote('a', 'second', 'b')], preferred('b')],
  ['neither of two equals', [experimentVote('a', 'tie', 'b')], { type: 'tie' }],
  ['nothing without votes', [], { type: 'none' }],
  [
    'what most judges chose',
    [
      experimentVote('a', 'first', 'b'),
      experimentVote('b', 'second', 'a'),
      experimentVote('a', 'second', 'b'),
    ],
    preferred('a'),
  ],
  [
    'none where judges contradict each other',
    [experimentVote('a', 'first', 'b'), experimentVote('a', 'second', 'b')],
    { type: 'tie' },
  ],
  [
    'of three the one that beat both',
    [
      experimentVote('a', 'first', 'b'),
      experimentVote('a', 'second', 'c'),
      experimentVote('b', 'second', 'c'),
    ],
    preferred('c'),
  ],
  [
    'none of three that beat each other in turn',
    [
      experimentVote('a', 'first', 'b'),
      experimentVote('b', 'first', 'c'),
      experimentVote('c', 'first', 'a'),
    ],
    { type: 'tie' },
  ],
  [
    'none of two at the top',
    [
      experimentVote('a', 'tie', 'b'),
      experimentVote('a', 'first', 'c'),
      experimentVote('b', 'first', 'c'),
    ],
    { type: 'tie' },
  ],
] as const)('prefers %s', (_, votes, expected) => {
  expect(findPreferredExperiment(votes)).toEqual(expected)
})
