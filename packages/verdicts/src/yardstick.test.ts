import { expect, test } from 'vitest'
import { yardsticksOf } from './yardstick.ts'

const nice = { key: 'h', name: 'Nice', evaluator: { kind: 'human', question: '' } } as const
const contains = {
  key: 'k',
  name: 'Contains',
  evaluator: { kind: 'contains', require: 'all', ignoreCase: true },
} as const

test('what a person is to decide is not judged by unasked where another check decides', () => {
  expect(yardsticksOf([nice, contains])[0]?.id).toBe('check:k')
  expect(yardsticksOf([nice])[0]?.id).toBe('check:h')
})
