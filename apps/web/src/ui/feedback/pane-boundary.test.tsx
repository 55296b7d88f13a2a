import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { PaneBoundary } from './pane-boundary.tsx'

let isBroken = true

beforeEach(() => {
  isBroken = true
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

function Limits() {
  const { data } = useSuspenseQuery({
    queryKey: ['limits'],
    queryFn: async () => {
      if (isBroken) throw new Error('The store is locked')
      return 'fifty steps'
    },
  })
  return <p>{data}</p>
}

test('keeps a failure within its pane and refetches on retry', async () => {
  renderInApp(
    <>
      <p>the rest</p>
      <PaneBoundary contentLabel="the limits">
        <Limits />
      </PaneBoundary>
    </>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load the limits')
  expect(screen.getByRole('alert')).toHaveTextContent('The store is locked')
  expect(screen.getByText('the rest')).toBeVisible()

  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByText('fifty steps')).toBeVisible()
})

test('retries even if another query updates at the same moment', async () => {
  const Other = () => {
    useQuery({ queryKey: ['other'], queryFn: () => 'something' })
    useLayoutEffect(() => screen.getByRole('button', { name: 'Retry' }).click(), [])
    return null
  }
  const page = (other: ReactNode) => (
    <>
      <PaneBoundary contentLabel="the limits">
        <Limits />
      </PaneBoundary>
      {other}
    </>
  )
  const { rerender } = renderInApp(page(null))
  await screen.findByRole('alert')

  isBroken = false
  rerender(page(<Other />))

  expect(await screen.findByText('fifty steps')).toBeVisible()
})
