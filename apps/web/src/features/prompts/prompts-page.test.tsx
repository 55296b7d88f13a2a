import type { RegistryPrompt } from '@lathe/contract'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderInApp } from '../../testing/render.tsx'
import { PromptsPage } from './prompts-page.tsx'

let stop = () => {}
afterEach(() => stop())

const prompt: RegistryPrompt = {
  id: '0198c0de-7000-7000-8000-000000000001',
  name: 'pushed-elsewhere',
  description: '',
  tags: [],
  isArchived: false,
  version: 1,
  labels: [],
  createdAt: 0,
  updatedAt: 0,
  deletedAt: null,
}

test('a prompt added by another tab or program appears after a while', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const prompts: RegistryPrompt[] = []
  stop = serveFake({ prompts: { list: fake.prompts.list.handler(() => prompts) } })
  const routeTree = createRootRoute({ component: PromptsPage })
  const router = createRouter({ routeTree, history: createMemoryHistory() })

  renderInApp(<RouterProvider<typeof router> router={router} />)
  await screen.findByText('No prompts yet')
  prompts.push(prompt)
  await vi.advanceTimersByTimeAsync(15_000)

  expect(await screen.findByText('pushed-elsewhere')).toBeVisible()
})
