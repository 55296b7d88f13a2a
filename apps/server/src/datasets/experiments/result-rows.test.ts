import type { ExperimentResults } from '@lathe/contract'
import { expect, test } from 'vitest'
import { resultRows } from './result-rows.ts'

const dataset = { id: 'd', name: 'Sums' }
const side = (id: string, name: string) => ({
  id,
  name,
  description: '',
  dataset,
  traces: 1,
  errors: 0,
  latencyMs: null,
  scores: [],
  categories: [],
  overall: [],
  createdAt: 0,
})
const results: ExperimentResults = {
  dataset,
  experiments: [side('a', 'Short'), side('b', 'Long')],
  examples: ['one', 'two', 'three'].map((id) => ({ id, inputs: id, reference: '' })),
  answers: ['one', 'two', 'three'].flatMap((example) =>
    ['a', 'b'].map((experiment) => ({
      experiment,
      example,
      traceId: `${experiment}.${example}`,
      status: 'success' as const,
      output: 'said',
      error: null,
      latencyMs: 10,
      tokens: 3,
      cost: null,
      pricedCost: 0,
      unpriced: 1,
      scores: { exact: 1 },
      categories: { tone: 'dry' },
    })),
  ),
  omitted: 0,
  votes: [
    { key: 'taste', example: 'one', first: 'a', second: 'b', winner: 'second' },
    { key: 'taste', example: 'two', first: 'a', second: 'b', winner: 'tie' },
  ],
  missing: [],
}

test('gives each answer a row with the preferred side', () => {
  expect(resultRows(results)).toMatchObject([
    {
      example: 'one',
      experiment: 'Short',
      'score: exact': 1,
      'category: tone': 'dry',
      'preferred: taste': 'Long',
    },
    { example: 'one', experiment: 'Long', costDollars: null, 'preferred: taste': 'Long' },
    { example: 'two', 'preferred: taste': 'tie' },
    { example: 'two', 'preferred: taste': 'tie' },
    { example: 'three', 'preferred: taste': 'no verdict' },
    { example: 'three', 'preferred: taste': 'no verdict' },
  ])
})
