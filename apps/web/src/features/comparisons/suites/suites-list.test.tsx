import type { Suite } from '@lathe/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderComparison } from '../render-comparison.tsx'
import { makeDetail } from '../testing.ts'
import { SuitesList } from './suites-list.tsx'

let stop = () => {}
afterEach(() => stop())

test('keeps the list while the server does not respond', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let requestCount = 0
  const list = fake.suites.list.handler((): Suite[] => {
    requestCount += 1
    if (requestCount > 1) throw new Error('The store is away')
    return []
  })
  stop = serveFake({ suites: { list } })

  renderComparison(makeDetail(), <SuitesList />)
  await screen.findByText('No regression suites yet')
  await vi.advanceTimersByTimeAsync(25_000)

  expect(requestCount).toBeGreaterThan(1)
  expect(screen.getByText('No regression suites yet')).toBeVisible()
})
