import type { Json } from '@lathe/contract'
import { expect, test } from 'vitest'
import { askedOfHuman } from './asked-of-human.ts'

const waits = (message: string) =>
  askedOfHuman({ status: 'interrupted', error: { code: 'INTERNAL', message, retryable: false } })

test.each<[string, Json]>([
  ['[{"id":"i","value":"Send?"}]', 'Send?'],
  ['[{"value":1},{"value":{"b":2}}]', [1, { b: 2 }]],
  ['[{"id":"i"}]', '[{"id":"i"}]'],
  ["(Interrupt(value='Send?', id='i'),)", "(Interrupt(value='Send?', id='i'),)"],
])('%s is asked as %j', (message, asked) => {
  expect(waits(message)).toEqual(asked)
})

test('what failed asks nothing', () => {
  const error = { code: 'INTERNAL', message: '[{"value":1}]', retryable: false } as const
  expect(askedOfHuman({ status: 'error', error })).toBeUndefined()
  expect(askedOfHuman({ status: 'interrupted', error: null })).toBeUndefined()
})
