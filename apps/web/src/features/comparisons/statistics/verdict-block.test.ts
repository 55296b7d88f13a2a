import { compareVariants, type Measure, type Sample } from '@lathe/stats'
import { expect, test } from 'vitest'
import { methodsText, methodText, VOTE_METHODS } from './verdict-block.tsx'

const sample = (name: string, outcomes: readonly number[]): Sample => ({
  name,
  observations: outcomes.map((outcome, index) => ({ caseId: `c${index}`, outcome })),
})

test.each<[Measure, string[]]>([
  [
    'pass',
    [
      'Exact McNemar',
      'square-and-add',
      'Wilson',
      'A variant wins only if all of these conditions hold',
    ],
  ],
  ['score', ['Sign-flip test', 'BCa bootstrap']],
  ['latency', ['Sign test', 'BCa bootstrap']],
])('the method text of %s contains its tests', (measure, told) => {
  const [comparison] = compareVariants({
    measure,
    baseline: sample('A', [0, 1, 0, 1]),
    variants: [sample('B', [1, 1, 0, 1])],
  })

  const text = comparison ? methodText(comparison) : ''

  for (const part of told) expect(text).toContain(part)
})

test('the voting method text contains every method', () => {
  for (const name of VOTE_METHODS) expect(methodsText(VOTE_METHODS)).toContain(name)
  expect(methodsText(VOTE_METHODS).split('\n\n')).toHaveLength(VOTE_METHODS.length)
})
