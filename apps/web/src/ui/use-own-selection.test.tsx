import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useOwnSelection } from './use-own-selection.ts'

/** What is selected, what was told, and an address that says what it is made to say. */
function start(first: string) {
  const told: string[] = []
  const tell = (id: string) => told.push(id)
  const { result, rerender } = renderHook(({ at }) => useOwnSelection(at, tell), {
    initialProps: { at: first },
  })
  return {
    told,
    now: () => result.current[0],
    select: (id: string) => act(() => result.current[1](id)),
    address: (at: string) => rerender({ at }),
  }
}

test('what is selected counts at once, and the late address takes nothing back', () => {
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

test('the address may leave out what was selected in between', () => {
  const { now, select, address } = start('a')

  for (const id of ['b', 'c', 'd']) select(id)
  address('d')
  address('b')

  expect(now()).toBe('b')
})

test('what is selected elsewhere is followed', () => {
  const { now, select, address } = start('a')

  address('z')
  expect(now()).toBe('z')
  select('b')
  address('y')
  expect(now()).toBe('y')
  // It went on to `b` after all.
  address('b')

  expect(now()).toBe('b')
})

test('who goes back to where the address is waits for nothing', () => {
  const { now, select, address } = start('a')

  select('b')
  select('a')
  expect(now()).toBe('a')
  address('b')

  expect(now()).toBe('b')
})
