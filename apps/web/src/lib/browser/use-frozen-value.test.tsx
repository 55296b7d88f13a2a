import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFrozenValue } from './use-frozen-value.ts'

const hold = (stored: { name: string }) =>
  renderHook(({ stored }) => useFrozenValue(stored), { initialProps: { stored } })

test('fills an untouched form with newly stored values', () => {
  const { result, rerender } = hold({ name: 'a' })
  const { key } = result.current

  rerender({ stored: { name: 'a' } })
  expect(result.current.key).toBe(key)

  rerender({ stored: { name: 'b' } })
  expect(result.current).toMatchObject({ value: { name: 'b' }, isOutdated: false })
  expect(result.current.key).not.toBe(key)
})

test('keeps typed values until they are saved or discarded', () => {
  const { result, rerender } = hold({ name: 'a' })
  const { key } = result.current
  act(() => result.current.freeze())

  rerender({ stored: { name: 'b' } })
  act(() => result.current.freeze())
  expect(result.current).toMatchObject({ key, value: { name: 'a' }, isOutdated: true })

  act(() => result.current.release())
  expect(result.current).toMatchObject({ value: { name: 'b' }, isOutdated: false })
  expect(result.current.key).not.toBe(key)
})
