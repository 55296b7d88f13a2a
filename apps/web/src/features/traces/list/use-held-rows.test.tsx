import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { trace } from '../testing.ts'
import { useHeldRows } from './use-held-rows.ts'

const renderHeld = (count: number, isPaused: boolean, key = 'all') => ({
  traces: Array.from({ length: count }, (_, index) => ({
    ...trace(count - index),
    startedAt: count - index,
  })),
  isPaused,
  key,
  isPlaceholder: false,
})

const titles = (rows: readonly { title: string }[]) => rows.map(({ title }) => title)

const render = (initial: ReturnType<typeof renderHeld>) =>
  renderHook(({ traces, ...options }) => useHeldRows(traces, options), {
    initialProps: initial,
  })

test('new rows are inserted at the top', () => {
  const { result, rerender } = render(renderHeld(1, false))

  rerender(renderHeld(3, false))

  expect(titles(result.current.rows)).toEqual(['Trace 3', 'Trace 2', 'Trace 1'])
  expect(result.current.pendingCount).toBe(0)
})

test('holds new rows back while the user reads, until they are released', () => {
  const { result, rerender } = render(renderHeld(1, false))
  rerender(renderHeld(1, true))
  rerender(renderHeld(3, true))

  expect(titles(result.current.rows)).toEqual(['Trace 1'])
  expect(result.current.pendingCount).toBe(2)

  act(() => result.current.release())
  expect(result.current.rows).toHaveLength(3)
})

test('holds back a late row between shown ones but appends older pages', () => {
  const options = { key: 'all', isPaused: true, isPlaceholder: false }
  const [newest, lateRow, oldest, ...page] = [9, 8, 7, 6, 5].map((at) => ({
    id: `${at}`,
    startedAt: at,
  }))
  const { result, rerender } = renderHook(({ traces }) => useHeldRows(traces, options), {
    initialProps: { traces: [newest, oldest].filter((row) => row !== undefined) },
  })
  const ids = () => result.current.rows.map(({ id }) => id)

  rerender({ traces: [newest, lateRow, oldest, ...page].filter((row) => row !== undefined) })

  expect(ids()).toEqual(['9', '7', '6', '5'])
  expect(result.current.pendingCount).toBe(1)
  act(() => result.current.release())
  expect(ids()).toEqual(['9', '8', '7', '6', '5'])
})

test('holds no rows back after the filter changes', () => {
  const { result, rerender } = render(renderHeld(1, true))

  rerender(renderHeld(3, true, 'other'))

  expect(result.current.pendingCount).toBe(0)
})

test('placeholder rows of the previous filter hold no rows back', () => {
  const { result, rerender } = render(renderHeld(1, true))
  rerender({ ...renderHeld(1, true, 'other'), isPlaceholder: true })
  act(() => result.current.release())

  rerender(renderHeld(3, true, 'other'))
  expect(titles(result.current.rows)).toEqual(['Trace 3', 'Trace 2', 'Trace 1'])
  expect(result.current.pendingCount).toBe(0)

  rerender(renderHeld(4, true, 'other'))
  expect(result.current.pendingCount).toBe(1)
})

test('keeps rows pushed off the loaded pages and drops deleted ones', () => {
  const options = { key: 'all', isPaused: true, isPlaceholder: false }
  const at = (...starts: number[]) => starts.map((start) => ({ id: `${start}`, startedAt: start }))
  const { result, rerender } = renderHook(({ traces }) => useHeldRows(traces, options), {
    initialProps: { traces: at(3, 2, 1) },
  })
  const ids = () => result.current.rows.map(({ id }) => id)

  rerender({ traces: at(5, 4, 3) })
  expect(ids()).toEqual(['3', '2', '1'])
  expect(result.current).toMatchObject({ pendingCount: 2, hasMorePending: false })
  rerender({ traces: at(8, 7, 6) })
  expect(ids()).toEqual(['3', '2', '1'])
  expect(result.current).toMatchObject({ pendingCount: 3, hasMorePending: true })

  rerender({ traces: at(8, 3, 1) })
  expect(ids()).toEqual(['3', '1'])
})
