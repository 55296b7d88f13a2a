import { expect, test } from 'vitest'
import { parseStateChanges } from './state-form.tsx'

const values = { topic: 'tides', n: 1 }

test('returns only the channels whose value differs', () => {
  expect(parseStateChanges(values, '{ "n": 1, "topic": "winds", "mood": "good" }')).toEqual({
    changes: { topic: 'winds', mood: 'good' },
  })
})

test.each([['{'], ['[]'], ['{ "n": 1 }']])('rejects %s as a state', (text) => {
  expect(parseStateChanges(values, text)).toHaveProperty('problem')
})
