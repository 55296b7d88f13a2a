import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newTool } from './tool-draft.ts'
import { useKeptForm } from './use-kept-form.ts'

const stored = newTool.code
const typed = { ...stored, name: 'half' }
const open = (id: string, form = stored) => renderHook(() => useKeptForm(id, form))

test('restores the unsaved form of the same tool only', () => {
  const { result, unmount } = open('one')
  expect(result.current).toMatchObject({ initial: stored, isTyped: false })
  act(() => result.current.type(typed))
  unmount()

  expect(open('one').result.current).toMatchObject({ initial: typed, isTyped: true })
  expect(open('other').result.current).toMatchObject({ initial: stored, isTyped: false })
})

test('reports a version stored elsewhere and replaces the form on request', () => {
  const { result, unmount } = open('two')
  act(() => result.current.type(typed))
  unmount()

  const theirs = { ...stored, name: 'theirs' }
  const back = open('two', theirs)
  expect(back.result.current).toMatchObject({ initial: typed, isOutdated: true })
  const { key } = back.result.current

  act(() => back.result.current.release())
  expect(back.result.current).toMatchObject({ initial: theirs, isOutdated: false, isTyped: false })
  expect(back.result.current.key).not.toBe(key)
  back.unmount()
  expect(open('two').result.current.initial).toBe(stored)
})
