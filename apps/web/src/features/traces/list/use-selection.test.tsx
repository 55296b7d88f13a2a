import { MOST_NAMED } from '@lathe/contract'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSelection } from './use-selection.ts'

test('one taken out of all that match leaves the others that were shown', () => {
  const { result } = renderHook(() => useSelection('list'))
  act(() => result.current.choose(['a', 'b'], true))

  act(() => result.current.toggle('b'))

  expect([[...result.current.ids], result.current.isAll]).toEqual([['a'], false])
})

test('nor is one chosen by it that was shown later', () => {
  const { result } = renderHook(() => useSelection('list'))
  act(() => result.current.choose(['a'], true))

  act(() => result.current.toggle('later'))

  expect([[...result.current.ids], result.current.isAll]).toEqual([['a'], false])
})

test('no more are chosen than a request can name', () => {
  const { result } = renderHook(() => useSelection('list'))

  act(() => result.current.choose(Array.from({ length: MOST_NAMED + 1 }, (_, at) => String(at))))

  expect(result.current.ids.size).toBe(MOST_NAMED)
})

test('another list has a choice of its own', () => {
  const { result, rerender } = renderHook(({ key }) => useSelection(key), {
    initialProps: { key: 'one' },
  })
  act(() => result.current.toggle('a'))

  rerender({ key: 'other' })

  expect(result.current.ids.size).toBe(0)
})

test('is extended from the one chosen last, either way', () => {
  const { result } = renderHook(() => useSelection('list'))
  const order = ['a', 'b', 'c', 'd', 'e']
  act(() => result.current.toggle('d'))
  act(() => result.current.extendTo('b', order))
  act(() => result.current.extendTo('c', order))

  expect([...result.current.ids].sort()).toEqual(['b', 'c', 'd'])

  act(() => result.current.extendTo('e', order))
  expect([...result.current.ids].sort()).toEqual(['b', 'c', 'd', 'e'])
})

test('walks on from row to row, and back again', () => {
  const { result } = renderHook(() => useSelection('list'))
  const chosen = () => [...result.current.ids].join('')
  act(() => result.current.walk('a', 'b'))
  act(() => result.current.walk('b', 'c'))

  expect(chosen()).toBe('abc')

  act(() => result.current.walk('c', 'c'))
  act(() => result.current.walk('c', 'b'))
  expect(chosen()).toBe('ab')
})
