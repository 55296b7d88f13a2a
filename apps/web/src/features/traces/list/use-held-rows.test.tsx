import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { trace } from '../testing.ts'
import { useHeldRows } from './use-held-rows.ts'

const held = (count: number, isReading: boolean, key = 'all') => ({
  traces: Array.from({ length: count }, (_, index) => ({
    ...trace(count - index),
    startedAt: count - index,
  })),
  isReading,
  key,
})

const titles = (rows: readonly { title: string }[]) => rows.map(({ title }) => title)

const render = (initial: ReturnType<typeof held>) =>
  renderHook(({ traces, key, isReading }) => useHeldRows(traces, key, isReading), {
    initialProps: initial,
  })

test('new rows come in by themselves at the top', () => {
  const { result, rerender } = render(held(1, false))

  rerender(held(3, false))

  expect(titles(result.current.rows)).toEqual(['Trace 3', 'Trace 2', 'Trace 1'])
  expect(result.current.waiting).toBe(0)
})

test('they wait while somebody reads, until they are asked for', () => {
  const { result, rerender } = render(held(1, false))
  rerender(held(1, true))
  rerender(held(3, true))

  expect(titles(result.current.rows)).toEqual(['Trace 1'])
  expect(result.current.waiting).toBe(2)

  act(() => result.current.release())
  expect(result.current.rows).toHaveLength(3)
})

test('another filter holds nothing back', () => {
  const { result, rerender } = render(held(1, true))

  rerender(held(3, true, 'other'))

  expect(result.current.waiting).toBe(0)
})
