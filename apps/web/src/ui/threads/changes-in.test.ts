import { expect, test } from 'vitest'
import { changesIn } from './changes-in.ts'

const values = { topic: 'tides', n: 1 }

test('only channels that hold something else are changed', () => {
  expect(changesIn(values, '{ "n": 1, "topic": "winds", "mood": "good" }')).toEqual({
    changes: { topic: 'winds', mood: 'good' },
  })
})

test.each([['{'], ['[]'], ['{ "n": 1 }']])('%s is no state', (text) => {
  expect(changesIn(values, text)).toHaveProperty('broken')
})
