import { expect, test } from 'vitest'
import { matchesLike, matches } from './match-filter.ts'
import { parseFilter } from './parse-filter.ts'

const run = {
  name: 'ask',
  error: null,
  tags: [],
  inputs: { people: [{ name: 'Ada', born: 1815 }] },
  outputs: {},
  extra: {},
  feedback: [],
  latency: 90,
  parent_run_id: null,
}

test('has() finds a list of objects regardless of key order', () => {
  const holds = (people: string) =>
    matches(parseFilter(`has(inputs, ${JSON.stringify(`{"people": ${people}}`)})`), run)

  expect(holds('[{"born": 1815, "name": "Ada"}]')).toBe(true)
  expect(holds('[{"born": 1816, "name": "Ada"}]')).toBe(false)
})

test.each([
  ['gt(latency, "1m")', true],
  ['gt(latency, "1.5m")', false],
  ['gte(latency, "90s")', true],
  ['gte(latency, "90000ms")', true],
  ['gt(latency, "90000ms")', false],
  ['lt(latency, "1h")', true],
  ['lt(latency, "0.025h")', false],
  ['lte(latency, 90)', true],
  ['lt(latency, "soon")', false],
  ['gt(error, 0)', false],
])('a run of 90 seconds matches %s: %s', (filter, passes) => {
  expect(matches(parseFilter(filter), run)).toBe(passes)
})

test.each(['has(error, "x")', 'has(name, "ask")', String.raw`has(name, "\"ask\"")`])(
  '%s has an empty search value and matches nothing',
  (filter) => {
    expect(matches(parseFilter(filter), run)).toBe(false)
  },
)

test.each([
  ['Support agent', 'support%', true],
  ['Support agent', '%AGENT', true],
  ['Support agent', '%port%gent', true],
  ['Support agent', 'agent', false],
  ['abc', 'a_c', true],
  ['abc', 'a_', false],
  ['50 %', '50 %', true],
  ['a.c\nd', 'a.c%d', true],
  ['axc', 'a.c', false],
  ['', '%', true],
  ['', '_', false],
  ['a%b', 'a%b', true],
  ['aab', '%ab', true],
])('isLike(%j, %j) is %s', (text, pattern, like) => {
  expect(matchesLike(text, pattern)).toBe(like)
})

test('a hostile LIKE pattern does not backtrack exponentially', () => {
  expect(matchesLike('a'.repeat(20_000), `${'%a'.repeat(30)}b`)).toBe(false)
})
