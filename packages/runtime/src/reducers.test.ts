import { expect, test } from 'vitest'
import { append, max, merge, min, replace, sum, union } from './reducers.ts'

const reducers = { append, max, merge, min, replace, sum, union }

test.each([
  ['append', [1], [2, 3], [1, 2, 3]],
  ['append', [1], 2, [1, 2]],
  ['append', [1], null, [1]],
  ['union', [1, { a: 1 }], [{ a: 1 }, 2], [1, { a: 1 }, 2]],
  ['merge', { a: 1, b: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ['sum', 1, 2, 3],
  ['sum', undefined, 2, 2],
  ['min', 3, 2, 2],
  ['max', undefined, 2, 2],
  ['max', 3, null, 3],
  ['replace', 1, 2, 2],
] as const)('%s combines %j and %j to %j', (reducer, current, update, expected) => {
  const reduce: (current: never, update: never) => unknown = reducers[reducer]

  expect(reduce(current as never, update as never)).toEqual(expected)
})
