import { Notifications } from '@mantine/notifications'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import { showUndoToast } from './undo-toast.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.clearAllMocks())

const onUndo = vi.fn<() => void>()
const onOver = vi.fn<() => void>()
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const undo = () => screen.queryByRole('button', { name: 'Undo' })

async function show() {
  renderInApp(<Notifications />)
  await act(async () => showUndoToast({ message: 'Agent support deleted', onUndo, onOver }))
  await pass(100)
}

test('offers to undo for ten seconds, and tells when that is over', async () => {
  await show()

  await pass(9_000)
  expect(undo()).toBeVisible()
  await pass(2_000)
  expect(undo()).toBeNull()
  expect(onOver).toHaveBeenCalledOnce()
})

test('goes on offering while it has the focus, and is over only where nothing was undone', async () => {
  await show()

  undo()?.focus()
  await pass(20_000)
  expect(undo()).toBeVisible()
  undo()?.click()
  await pass(1_000)
  expect(onUndo).toHaveBeenCalledOnce()
  expect(onOver).not.toHaveBeenCalled()
})

test('is over when the page is left, and only once', async () => {
  await show()

  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(onOver).toHaveBeenCalledOnce()

  // A page that is shown again as it was offers nothing that is over.
  await pass(1_000)
  expect(undo()).toBeNull()
  await pass(10_000)
  expect(onOver).toHaveBeenCalledOnce()
})
