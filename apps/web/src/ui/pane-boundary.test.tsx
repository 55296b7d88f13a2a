import { useSuspenseQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import { PaneBoundary } from './pane-boundary.tsx'

let isBroken = true

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

test('a failure stays in its pane, and retrying asks again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  renderInApp(
    <>
      <p>the rest</p>
      <PaneBoundary loads="the limits">
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
  vi.restoreAllMocks()
})
