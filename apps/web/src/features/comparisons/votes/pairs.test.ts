import type { JsonObject, PairVote } from '@lathe/contract'
import { expect, test } from 'vitest'
import { cellGrid } from '../grid/cell-grid.ts'
import { cell, makePlan } from '../testing.ts'
import { listVotingPairs, findVote } from './pairs.ts'

const createCell = (place: string, answer: string, runId: string) =>
  cell(place, { output: { answer }, runId })

const grid = cellGrid([
  createCell('a.one', 'Moon', '00000000-0000-7000-8000-00000000beef'),
  createCell('b.one', 'Sun', '00000000-0000-7000-8000-00000000cafd'),
  createCell('a.two', 'Moon', '00000000-0000-7000-8000-00000000aaaa'),
  createCell('b.two', 'Sun', '00000000-0000-7000-8000-00000000bbbb'),
  createCell('a.three', 'Moon', '00000000-0000-7000-8000-00000000cccc'),
  createCell('b.three', 'Moon', '00000000-0000-7000-8000-00000000dddd'),
])

test('pairs different outputs on sides derived from run ids', () => {
  const pairs = listVotingPairs(makePlan(), grid)

  const sides = pairs.map(({ row, left, right }) => [row.key, left.variant, right.variant])
  expect(sides).toEqual([
    ['two', 'b', 'a'],
    ['one', 'a', 'b'],
  ])
})

test('the pairing compares calls regardless of argument order', () => {
  const called = (place: string, given: JsonObject) =>
    cell(place, { output: { answer: '' }, calls: [{ tool: 'search', arguments: given }] })
  const calling = cellGrid([
    called('a.one', { q: 'Moon', most: 1 }),
    called('b.one', { q: 'Sun', most: 1 }),
    called('a.two', { q: 'Moon', most: 1 }),
    called('b.two', { most: 1, q: 'Moon' }),
  ])

  expect(listVotingPairs(makePlan(), calling).map(({ row }) => row.key)).toEqual(['one'])
})

test('pairs each repeat separately', () => {
  const repeated = [0, 1].flatMap((repeat) => [
    cell('a.one', { repeat, output: { answer: 'Moon' } }),
    cell('b.one', { repeat, output: { answer: 'Sun' } }),
  ])

  const pairs = listVotingPairs(makePlan(), cellGrid(repeated))

  expect(pairs.map(({ left, right }) => `${left.repeat} ${right.repeat}`).toSorted()).toEqual([
    '0 0',
    '1 1',
  ])
})

test.each<[PairVote['winner'], string, string]>([
  ['first', 'a', 'right'],
  ['second', 'a', 'left'],
  ['first', 'b', 'left'],
  ['tie', 'b', 'tie'],
])('a vote for the %s with %s first counts for the %s', (winner, first, side) => {
  const [pair] = listVotingPairs(makePlan(), grid)
  if (!pair) throw new Error('there is a pair')
  const vote = { case: 'two', repeat: 0, first, second: first === 'a' ? 'b' : 'a', winner }

  expect(findVote(pair, [vote])).toBe(side)
  expect(findVote(pair, [{ ...vote, case: 'one' }])).toBeUndefined()
  expect(findVote(pair, [{ ...vote, repeat: 1 }])).toBeUndefined()
})
