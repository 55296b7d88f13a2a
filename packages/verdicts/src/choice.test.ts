import { expect, test } from 'vitest'
import { choiceOf } from './choice.ts'

const vote = (first: string, winner: 'first' | 'second' | 'tie', second: string) => ({
  first,
  second,
  winner,
})
const preferred = (experiment: string) => ({ type: 'preferred', experiment })

test.each([
  ['the one that was chosen', [vote('a', 'second', 'b')], preferred('b')],
  ['none of equals', [vote('a', 'tie', 'b')], { type: 'tie' }],
  ['nothing where nobody judged', [], { type: 'none' }],
  [
    'what most judges chose',
    [vote('a', 'first', 'b'), vote('b', 'second', 'a'), vote('a', 'second', 'b')],
    preferred('a'),
  ],
  [
    'none where judges contradict each other',
    [vote('a', 'first', 'b'), vote('a', 'second', 'b')],
    { type: 'tie' },
  ],
  [
    'of three the one that beat both',
    [vote('a', 'first', 'b'), vote('a', 'second', 'c'), vote('b', 'second', 'c')],
    preferred('c'),
  ],
  [
    'none of three that beat each other in turn',
    [vote('a', 'first', 'b'), vote('b', 'first', 'c'), vote('c', 'first', 'a')],
    { type: 'tie' },
  ],
  [
    'none of two at the top',
    [vote('a', 'tie', 'b'), vote('a', 'first', 'c'), vote('b', 'first', 'c')],
    { type: 'tie' },
  ],
] as const)('preferred is %s', (_, votes, expected) => {
  expect(choiceOf(votes)).toEqual(expected)
})
