import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Limits } from '@lathe/contract'
import { usePreferences } from './lib/browser/preferences.ts'
import { createAppRouter } from './router.tsx'
import { fake, serveFake } from './testing/fake-api.ts'
import { renderInApp } from './testing/render.tsx'

const about = {
  version: '0.1.0',
  node: '24.21.0',
  store: 'sqlite' as const,
  location: '/data',
  url: 'http://127.0.0.1:4747',
  requireKeys: false,
  startedMs: 800,
  memoryBytes: 90_000_000,
  runs: { running: 0, queued: 0 },
  limits: Limits.parse({}),
}
const refusesId = fake.comparisons.get.handler(({ errors }) => {
  throw errors.INVALID_INPUT({ data: { issues: [{ path: 'id', message: 'Invalid UUID' }] } })
})
const answers = fake.system.about.handler(() => about)

let stop = () => {}
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

function visit(path: string, aboutHandler = answers) {
  stop = serveFake({
    system: { about: aboutHandler },
    comparisons: { get: refusesId },
    traces: { rejected: fake.traces.rejected.handler(() => []) },
  })
  const user = userEvent.setup()
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  const { container } = renderInApp(<RouterProvider router={router} />)
  return { user, container, router }
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('the shell', () => {
  test('shows the current page in the breadcrumbs', async () => {
    visit('/settings')
    await heading('Settings')

    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' })
    expect(crumbs).toHaveTextContent('Lathe▸Settings')
    expect(document.title).toBe('Settings · Lathe')
  })

  test('opens a page by its keys from a page that does not exist', async () => {
    const { user } = visit('/nowhere/at/all')
    await heading('No such page')

    await user.keyboard('gs')

    expect(await heading('Settings')).toBeInTheDocument()
  })

  test('shows a not-found page for a truncated id', async () => {
    visit('/compare/0190a000-0000-7000-8000-000000000001')

    expect(await heading('No such comparison')).toBeInTheDocument()
  })

  test('lists all keys of the page, until Escape', async () => {
    const { user } = visit('/settings')
    await heading('Settings')

    await user.keyboard('?')

    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(sheet).toHaveTextContent('Expand sidebar')
    expect(sheet).toHaveTextContent('Traces')

    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('expands the sidebar and remembers it', async () => {
    const { user } = visit('/settings')
    await heading('Settings')

    await user.keyboard('[[')

    expect(usePreferences.getState().isSidebarExpanded).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Collapse sidebar' }))
    expect(usePreferences.getState().isSidebarExpanded).toBe(false)
  })

  test('lets the keyboard skip to the content', async () => {
    const { user } = visit('/settings')
    await heading('Settings')

    await user.tab()
    await user.keyboard('{Enter}')

    expect(screen.getByRole('main')).toHaveFocus()
  })

  test('the shell has no accessibility faults that jsdom can see', async () => {
    const { container } = visit('/settings')
    await screen.findByText('0.1.0 on Node 24.21.0')

    const { violations } = await axe.run(container, {
      rules: { 'color-contrast': { enabled: false } },
    })

    expect(violations.map((violation) => violation.id)).toEqual([])
  })
})

describe('what cannot load', () => {
  test('shows the failed action and its request id, and retries on request', async () => {
    let isBroken = true
    const { user } = visit(
      '/settings',
      fake.system.about.handler(({ errors }) => {
        if (isBroken) throw errors.FORBIDDEN()
        return about
      }),
    )
    const panel = await screen.findByRole('alert')
    expect(panel).toHaveTextContent('Could not load server information')
    expect(panel).toHaveTextContent('You do not have permission to do this')
    expect(panel).toHaveTextContent(/request request-\d/)

    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))

    expect(await screen.findByText('0.1.0 on Node 24.21.0')).toBeInTheDocument()
  })

  test('leads to the login page when the session is gone', async () => {
    visit(
      '/settings',
      fake.system.about.handler(({ errors }) => {
        throw errors.UNAUTHENTICATED()
      }),
    )

    expect(await heading('This browser is not signed in')).toBeInTheDocument()
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})
