import type { Example } from '@lathe/contract'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { makeExample } from '../../../testing/example-factory.ts'
import { useExampleDraft } from './use-example-draft.ts'

const example = makeExample()

afterEach(() => vi.restoreAllMocks())

const renderDraft = (example: Example) => renderHook(() => useExampleDraft(example))

test('a draft survives showing another example until its edits are reverted', () => {
  const first = renderDraft(example)
  act(() => {
    first.result.current.setInvalidText('metadata', '{"a":')
    first.result.current.change({ reference: 'The moon' })
  })
  first.unmount()

  const { result } = renderDraft(example)
  expect(result.current).toMatchObject({
    draft: { reference: 'The moon' },
    invalidTexts: { metadata: '{"a":' },
    isChanged: true,
  })

  act(() => {
    result.current.setInvalidText('metadata', undefined)
    result.current.change({ reference: null })
  })
  expect(result.current).toMatchObject({ isChanged: false, invalidTexts: {} })
})

test('a version saved by someone else does not replace the draft and is reported', () => {
  const { result } = renderDraft({ ...example, id: uuid(3) })
  act(() => result.current.change({ reference: 'The moon' }))

  const laterDraft = renderDraft({ ...example, id: uuid(3), version: 2, reference: 'The sun' })

  expect(laterDraft.result.current).toMatchObject({
    isOutdated: true,
    draft: { reference: 'The moon' },
  })
  act(() => laterDraft.result.current.discard())
  expect(laterDraft.result.current).toMatchObject({
    isOutdated: false,
    draft: { reference: 'The sun' },
  })
})

test('keeps drafts in memory if they exceed the storage quota', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  const { result } = renderDraft({ ...example, id: uuid(4) })

  act(() => result.current.change({ reference: 'The moon' }))

  expect(result.current).toMatchObject({ isChanged: true, draft: { reference: 'The moon' } })
})
