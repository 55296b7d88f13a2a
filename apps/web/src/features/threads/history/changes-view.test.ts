import { expect, test } from 'vitest'
import { stateChanges } from './changes-view.tsx'

test.each([
  ['what stayed is left out', { a: { b: 1 } }, { a: { b: 1 } }, []],
  ['keys in another order are no change', { a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }, []],
  ['a new channel', {}, { a: 1 }, [{ name: 'a', type: 'added', after: 1 }]],
  ['one that held nothing', { a: null }, { a: 1 }, [{ name: 'a', type: 'added', after: 1 }]],
  ['one that is gone', { a: 1 }, {}, [{ name: 'a', type: 'removed', before: 1 }]],
  ['another value', { a: 1 }, { a: 2 }, [{ name: 'a', type: 'changed', before: 1, after: 2 }]],
  [
    'a list that grew',
    { a: [1, 2] },
    { a: [1, 2, 3] },
    [{ name: 'a', type: 'appended', items: [3], previousLength: 2 }],
  ],
  [
    'a list that lost its first',
    { a: [1, 2] },
    { a: [2] },
    [{ name: 'a', type: 'changed', before: [1, 2], after: [2] }],
  ],
])('%s', (_, before, after, result) => {
  expect(stateChanges(before, after)).toEqual(result)
})
