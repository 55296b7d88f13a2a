import type { Estimate, Range } from '@lathe/graph'
import { expect, test } from 'vitest'
import { estimateText } from './estimate-text.ts'

const estimate = (calls: Range, cost: Range | null): Estimate => ({
  total: { calls, tokens: { min: 10, typical: 2_040, max: 9_000 }, cost },
  nodes: [],
  edges: [],
  unpriced: [],
  uncounted: [],
})
const cost = { min: 100_000, typical: 300_000, max: 900_000 }

test.each([
  [{ min: 3, typical: 5, max: 9 }, cost, 'about 5 calls, 3 to 9 · about 2.0 k tokens · $0.0003'],
  [{ min: 1, typical: 1, max: 1 }, cost, '1 call · about 2.0 k tokens · $0.0003'],
  [
    { min: 2, typical: 3, max: Infinity },
    null,
    'about 3 calls, at least 2 · about 2.0 k tokens · price unknown',
  ],
  [{ min: 0, typical: 0.6, max: 4 }, cost, 'about 1 call, 0 to 4 · about 2.0 k tokens · $0.0003'],
  [{ min: 0, typical: 0, max: 0 }, cost, null],
])('%j calls', (calls, price, text) => {
  expect(estimateText(estimate(calls, price))).toBe(text)
})
