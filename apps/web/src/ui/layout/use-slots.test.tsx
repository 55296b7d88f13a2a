import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSlots } from './use-slots.ts'

type Shown = { ids: readonly string[]; isMoving: boolean }

const start = (ids: readonly string[]) => {
  const hook = renderHook((shown: Shown) => useSlots(shown.ids, shown.isMoving), {
    initialProps: { ids, isMoving: false },
  })
  return (shown: readonly string[], isMoving = true) => {
    hook.rerender({ ids: shown, isMoving })
    return hook.result.current.map(({ key, id }) => `${key}${id}`).join(' ')
  }
}

test('keeps the element of a row and reuses the element of a removed row', () => {
  const show = start(['a', 'b', 'c'])

  expect(show(['b', 'c', 'd'])).toBe('0d 1b 2c')
  expect(show(['x', 'y', 'z'])).toBe('0x 1y 2z')
})

test('adds and removes elements with the number of rows and keeps keys unique', () => {
  const show = start(['a', 'b'])

  expect(show(['b', 'c', 'd'])).toBe('0c 1b 2d')
  expect(show(['d'])).toBe('2d')
  expect(show(['d', 'e'])).toBe('2d 3e')
})

test('sorts elements into row order once scrolling stops', () => {
  const show = start(['a', 'b', 'c'])
  show(['b', 'c', 'd'])

  expect(show(['b', 'c', 'd'], false)).toBe('1b 2c 0d')
  expect(show(['c', 'd', 'e'])).toBe('1e 2c 0d')
})
