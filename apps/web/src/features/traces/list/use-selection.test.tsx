import { MAX_IDS } from '@lathe/contract'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSelection } from './use-selection.ts'

test('deselecting a row of all matching keeps the other shown rows', () => {
  const { result } = renderHook(() => useSelection('list'))
  act(() => result.current.choose(['a', 'b'], true))

  act(() => result.current.toggle('b'))

  expect([[...result.current.ids], result.current.isAll]).toEqual([['a'], false])
})

test('toggling a row shown later does not select it while all matching are selected', () => {
  const { result } = renderHook(() => useSelection('list'))
  act(() => result.current.choose(['a'], true))

  act(() => result.current.toggle('later'))

  expect([[...result.current.ids], result.current.isAll]).toEqual([['a'], false])
})

test('selects at most as many rows as a request can name', () => {
  const { result } = renderHook(() => useSelection('list'))

  act(() => result.current.choose(Array.from({ length: MAX_IDS + 1 }, (_, index) => String(index))))

  expect(result.current.ids.size).toBe(MAX_IDS)
})

test('clears the selection when the list changes', () => {
  const { result, rerender } = renderHook(({ key }) => useSelection(key), {
    initialProps: { key: 'one' },
  })
  act(() => result.current.toggle('a'))

  rerender({ key: 'other' })

  expect(result.current.ids.size).toBe(0)
})

test('extends the selection from the last selected row in both directions', () => {
  const { result } = renderHook(() => useSelection('list'))
  const order = ['a', 'b', 'c', 'd', 'e']
  act(() => result.current.toggle('d'))
  act(() => result.current.extendTo('b', order))
  act(() => result.current.extendTo('c', order))

  expect([...result.current.ids].sort()).toEqual(['b', 'c', 'd'])

  act(() => result.current.extendTo('e', order))
  expect([...result.current.ids].sort()).toEqual(['b', 'c', 'd', 'e'])
})

test('walk selects row by row, and moving back deselects', () => {
  const { result } = renderHook(() => useSelection('list'))
  const selectedIds = () => [...result.current.ids].join('')
  act(() => result.current.walk('a', 'b'))
  act(() => result.current.walk('b', 'c'))

  expect(selectedIds()).toBe('abc')

  act(() => result.current.walk('c', 'c'))
  act(() => result.current.walk('c', 'b'))
  expect(selectedIds()).toBe('ab')
})
