import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('renders no rows for the first 150 ms', async () => {
  renderInApp(<SkeletonRows contentLabel="the traces" />)

  await wait(149)
  expect(screen.queryByRole('status')).toBeNull()

  await wait(1)
  expect(screen.getByRole('status', { name: 'Loading the traces' })).toBeInTheDocument()
})

test('renders at most eight rows', async () => {
  renderInApp(<SkeletonRows contentLabel="the traces" count={50} />)

  await wait(150)

  expect(screen.getByRole('status').children).toHaveLength(8)
})

test('shows what is loading and a cancel button after five seconds', async () => {
  const onCancel = vi.fn<() => void>()
  renderInApp(<SkeletonRows contentLabel="the traces" onCancel={onCancel} />)

  await wait(5_000)
  act(() => screen.getByRole('button', { name: 'Cancel' }).click())

  expect(screen.getByText('Still waiting for the traces')).toBeInTheDocument()
  expect(onCancel).toHaveBeenCalledTimes(1)
})
