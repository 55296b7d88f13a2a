import { Notifications } from '@mantine/notifications'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { showUndoToast } from './undo-toast.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.clearAllMocks())

const onUndo = vi.fn<() => void>()
const onExpire = vi.fn<() => void>()
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const undo = () => screen.queryByRole('button', { name: 'Undo' })

async function show() {
  renderInApp(<Notifications />)
  await act(async () => showUndoToast({ message: 'Agent support deleted', onUndo, onExpire }))
  await pass(100)
}

test('offers undo for ten seconds and then calls onExpire', async () => {
  await show()

  await pass(9_000)
  expect(undo()).toBeVisible()
  await pass(2_000)
  expect(undo()).toBeNull()
  expect(onExpire).toHaveBeenCalledOnce()
})

test('keeps offering undo while focused and calls onExpire only without an undo', async () => {
  await show()

  undo()?.focus()
  await pass(20_000)
  expect(undo()).toBeVisible()
  undo()?.click()
  await pass(1_000)
  expect(onUndo).toHaveBeenCalledOnce()
  expect(onExpire).not.toHaveBeenCalled()
})

test('calls onExpire once when the user leaves the page', async () => {
  await show()

  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(onExpire).toHaveBeenCalledOnce()

  // A page restored from the back/forward cache does not offer an expired undo.
  await pass(1_000)
  expect(undo()).toBeNull()
  await pass(10_000)
  expect(onExpire).toHaveBeenCalledOnce()
})
