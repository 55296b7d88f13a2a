import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { announce, LiveAnnouncer } from './live-announcer.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.advanceTimersByTime(5_000)
})

test('announces at most one message per second and keeps the latest', () => {
  renderInApp(<LiveAnnouncer />)

  act(() => {
    announce('first')
    announce('second')
    announce('third')
  })
  expect(screen.getByRole('status')).toHaveTextContent('first')

  act(() => {
    vi.advanceTimersByTime(1_000)
  })
  expect(screen.getByRole('status')).toHaveTextContent('third')
})
