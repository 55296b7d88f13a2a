import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newTool } from './tool-draft.ts'
import { useKeptDraft } from './use-kept-draft.ts'

const savedForm = newTool.code
const draftForm = { ...savedForm, name: 'half' }
const open = (id: string, form = savedForm) => renderHook(() => useKeptDraft(id, form))

test('restores the unsaved form of the same tool only', () => {
  const { result, unmount } = open('one')
  expect(result.current).toMatchObject({ initial: savedForm, isTyped: false })
  act(() => result.current.type(draftForm))
  unmount()

  expect(open('one').result.current).toMatchObject({ initial: draftForm, isTyped: true })
  expect(open('other').result.current).toMatchObject({ initial: savedForm, isTyped: false })
})

test('reports a version stored elsewhere and replaces the form on request', () => {
  const { result, unmount } = open('two')
  act(() => result.current.type(draftForm))
  unmount()

  const otherForm = { ...savedForm, name: 'theirs' }
  const reopened = open('two', otherForm)
  expect(reopened.result.current).toMatchObject({ initial: draftForm, isOutdated: true })
  const { key } = reopened.result.current

  act(() => reopened.result.current.release())
  expect(reopened.result.current).toMatchObject({
    initial: otherForm,
    isOutdated: false,
    isTyped: false,
  })
  expect(reopened.result.current.key).not.toBe(key)
  reopened.unmount()
  expect(open('two').result.current.initial).toBe(savedForm)
})
