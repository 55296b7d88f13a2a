import type { Agent, Connection, GraphDocument, Run } from '@lathe/contract'
import { templates } from '@lathe/graph/templates'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useGuideStore } from '../../lib/browser/guide.ts'
import { createAppRouter } from '../../router.tsx'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderInApp } from '../../testing/render.tsx'
import { completedSteps } from './guide-facts.ts'

const ID = '0198c0de-7000-7000-8000-0000000000aa'
const assistant = templates.find(({ slug }) => slug === 'assistant')
const document = assistant?.document as GraphDocument

const agent = (slug: string, createdAt = 0): Agent => ({
  id: ID,
  slug,
  name: slug,
  description: '',
  template: 'assistant',
  publishedVersion: null,
  latestVersion: 0,
  hasDraftChanges: true,
  createdAt,
  updatedAt: 0,
  nodeCount: 1,
  isChat: false,
  lastRunAt: null,
  lastRunStatus: null,
  concurrency: null,
})

let stop = () => {}
const fresh = useGuideStore.getState()
beforeEach(() => useGuideStore.setState(fresh, true))
afterEach(() => stop())

async function open(path: string, agents: Agent[]) {
  const created: string[] = []
  stop = serveFake({
    agents: {
      list: fake.agents.list.handler(() => agents),
      get: fake.agents.get.handler(({ errors }) => {
        throw errors.NO_SUCH_AGENT()
      }),
      templates: fake.agents.templates.handler(() => [...templates]),
      draft: fake.agents.draft.handler(() => ({ revision: 1, document, hash: 'h', savedAt: 0 })),
      create: fake.agents.create.handler(({ input }) => {
        created.push(input.name)
        const made = agent('my-assistant', 1)
        agents.push(made)
        return made
      }),
    },
    models: { connections: fake.models.connections.handler(() => []) },
    runs: { list: fake.runs.list.handler(() => ({ items: [], hasMore: false })) },
    traces: { list: fake.traces.list.handler(() => ({ items: [], next: null })) },
  })
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  renderInApp(<RouterProvider router={router} />)
  return { created, router, user: userEvent.setup() }
}

test('ignores built-in agents and creates one in the first step', async () => {
  const { created, router, user } = await open('/', [agent('assistant')])

  await user.click(await screen.findByRole('button', { name: 'Create agent' }))

  await waitFor(() => expect(router.state.location.pathname).toBe('/agents/my-assistant'))
  expect(created).toEqual(['My assistant'])
  const strip = await screen.findByRole('region', { name: 'Guided start' })
  expect(within(strip).getByText('Change its prompt')).toBeVisible()
  expect(within(strip).getByText('1 of 5')).toBeVisible()
  // Load the next page too, because the end of the test would abort it.
  await router.loadRouteChunk(router.routesByPath['/agents/$agent'])
})

test('hides the guide before it is started and reopens it from the palette', async () => {
  const { router, user } = await open('/agents', [agent('assistant')])
  expect(await screen.findByRole('heading', { name: 'Agents' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Guided start' })).toBeNull()

  await router.navigate({ to: '/' })
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('region', { name: 'Guided start' })).toBeNull()

  await user.click(await screen.findByRole('button', { name: 'Guided start' }))
  expect(await screen.findByRole('region', { name: 'Guided start' })).toBeVisible()
  expect(window.document.title).toBe('Overview · Lathe')
})

test('collapses the guide to one line above a user’s agents and expands it on request', async () => {
  const { user } = await open('/', [agent('assistant'), agent('mine', 1)])
  const guide = await screen.findByRole('region', { name: 'Guided start' })
  expect(within(guide).queryByRole('list')).toBeNull()

  await user.click(within(guide).getByRole('link', { name: '1 of 5' }))
  expect(await screen.findByRole('button', { name: 'Not now' })).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Show less' }))
  expect(await screen.findByRole('link', { name: '1 of 5' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull()
})

test('completes steps automatically in any order', () => {
  const changed = structuredClone(document)
  for (const node of Object.values(changed.nodes)) {
    if (node.kind === 'agent') node.prompt = { messages: [{ role: 'system', text: 'Mine' }] }
  }
  const none = {
    agent: undefined,
    draft: undefined,
    template: assistant,
    run: undefined,
    connections: [],
    hasSeenTrace: false,
  }

  expect([...completedSteps(none)]).toEqual([])
  expect([...completedSteps({ ...none, agent: agent('mine'), draft: document })]).toEqual(['agent'])
  expect([
    ...completedSteps({
      ...none,
      draft: changed,
      run: {} as Run,
      connections: [{ isBuiltIn: false } as Connection],
      hasSeenTrace: true,
    }),
  ]).toEqual(['prompt', 'run', 'trace', 'provider'])
})
