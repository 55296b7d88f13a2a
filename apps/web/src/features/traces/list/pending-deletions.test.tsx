import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hideTraces, showTraces, usePendingDeletions } from './pending-deletions.ts'

test('counts traces being deleted under the filter they were selected with', () => {
  const ids = new Set(['a', 'b'])
  // Also before the list is mounted.
  hideTraces('tag:a', ids)
  const { result, rerender } = renderHook(({ key }) => usePendingDeletions(key), {
    initialProps: { key: 'tag:a' },
  })
  act(() => hideTraces('tag:a', new Set(['c']), 500))
  expect(result.current.count).toBe(502)
  expect(result.current.isLeaving('c')).toBe(true)

  rerender({ key: 'tag:b' })
  expect(result.current.count).toBe(0)
  expect(result.current.isLeaving('a')).toBe(true)

  rerender({ key: 'tag:a' })
  act(() => showTraces(ids))
  expect(result.current.count).toBe(500)
  expect(result.current.isLeaving('a')).toBe(false)
})
