import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useLeaving } from './use-leaving.ts'

test('counts those that leave under the filter they were chosen with, until they are back', () => {
  const { result, rerender } = renderHook(({ key }) => useLeaving(key), {
    initialProps: { key: 'tag:a' },
  })
  const two = new Set(['a', 'b'])
  act(() => result.current.hide(two))
  act(() => result.current.hide(new Set(['c']), 500))
  expect(result.current.count).toBe(502)
  expect(result.current.isLeaving('c')).toBe(true)

  rerender({ key: 'tag:b' })
  expect(result.current.count).toBe(0)
  expect(result.current.isLeaving('a')).toBe(true)

  rerender({ key: 'tag:a' })
  act(() => result.current.show(two))
  expect(result.current.count).toBe(500)
  expect(result.current.isLeaving('a')).toBe(false)
})
