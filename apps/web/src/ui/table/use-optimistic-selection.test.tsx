import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useOptimisticSelection } from './use-optimistic-selection.ts'

/** Tracks the selection, the reported ids and a simulated URL. */
function start(first: string) {
  const told: string[] = []
  const tell = (id: string) => told.push(id)
  const { result, rerender } = renderHook(({ at }) => useOptimisticSelection(at, tell), {
    initialProps: { at: first },
  })
  return {
    told,
    now: () => result.current[0],
    select: (id: string) => act(() => result.current[1](id)),
    address: (at: string) => rerender({ at }),
  }
}

test('applies a selection at once and ignores late URL updates', () => {
  const { told, now, select, address } = start('a')

  select('b')
  select('c')
  expect(now()).toBe('c')
  address('b')
  expect(now()).toBe('c')
  address('c')

  expect(now()).toBe('c')
  expect(told).toEqual(['b', 'c'])
})

test('accepts a URL that skips intermediate selections', () => {
  const { now, select, address } = start('a')

  for (const id of ['b', 'c', 'd']) select(id)
  address('d')
  address('b')

  expect(now()).toBe('b')
})

test('follows a selection made elsewhere', () => {
  const { now, select, address } = start('a')

  address('z')
  expect(now()).toBe('z')
  select('b')
  address('y')
  expect(now()).toBe('y')
  // The URL later reports `b`.
  address('b')

  expect(now()).toBe('b')
})

test('does not wait for the URL after returning to its current selection', () => {
  const { now, select, address } = start('a')

  select('b')
  select('a')
  expect(now()).toBe('a')
  address('b')

  expect(now()).toBe('b')
})
