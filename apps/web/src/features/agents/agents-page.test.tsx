import type { Agent, Template } from '@lathe/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { listenForHotkeys } from '../../lib/browser/hotkeys.ts'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/render-pages.tsx'
import { graph } from '../workbench/testing.ts'
import { AgentsPage } from './agents-page.tsx'

let stop = () => {}
afterEach(() => stop())

const agent = (slug: string, overrides: Partial<Agent> = {}): Agent => ({
  id: `0198c0de-7000-7000-8000-${slug.length.toString().padStart(12, '0')}`,
  slug,
  name: slug.toUpperCase(),
  description: `What ${slug} does`,
  template: null,
  publishedVersion: 1,
  latestVersion: 2,
  hasDraftChanges: false,
  createdAt: 0,
  updatedAt: 0,
  nodeCount: 3,
  isChat: false,
  lastRunAt: null,
  lastRunStatus: null,
  concurrency: null,
  ...overrides,
})

const template: Template = {
  slug: 'research',
  name: 'Research',
  description: 'Looks things up',
  concepts: ['fan-out'],
  document: graph(),
  example: {},
}

const caller = { id: agent('x').id, slug: 'boss', name: 'Boss', draft: ['ask'], published: [] }

async function show(initial: readonly Agent[], search = '') {
  let agents = [...initial]
  const deleted = new Map<string, Agent>()
  const created: unknown[] = []
  const stopServing = serveFake({
    agents: {
      list: fake.agents.list.handler(({ input: { q = '' } }) =>
        agents.filter(({ name }) => name.toLowerCase().includes(q)),
      ),
      templates: fake.agents.templates.handler(() => [template]),
      delete: fake.agents.delete.handler(({ input, errors }) => {
        const deletedAgent = agents.find(({ id }) => id === input.agent)
        if (!deletedAgent) throw errors.NO_SUCH_AGENT()
        deleted.set(deletedAgent.id, deletedAgent)
        agents = agents.filter(({ id }) => id !== deletedAgent.id)
        return { id: deletedAgent.id, calledBy: deletedAgent.slug === 'called' ? [caller] : [] }
      }),
      restore: fake.agents.restore.handler(({ input, errors }) => {
        const restoredAgent = deleted.get(input.id)
        if (!restoredAgent) throw errors.NO_SUCH_AGENT()
        agents = [...agents, restoredAgent]
        return restoredAgent
      }),
      create: fake.agents.create.handler(({ input }) => {
        created.push(input)
        return agent(input.slug ?? 'made')
      }),
    },
  })
  const stopKeys = listenForHotkeys()
  const { router } = await renderPages(`/agents${search}`, {
    '/agents': AgentsPage,
    '/agents/$agent': undefined,
  })
  stop = () => {
    stopServing()
    stopKeys()
  }
  await screen.findByRole('heading', { level: 1, name: 'Agents' })
  return { created, path: () => router.state.location.pathname, user: userEvent.setup() }
}

test('lists agents with the published version and whether the draft is ahead', async () => {
  await show([agent('triage', { hasDraftChanges: true }), agent('new', { publishedVersion: null })])

  const row = (await screen.findByText('TRIAGE')).closest('tr')
  expect(row).toHaveTextContent('v1 published, draft has changes')
  expect(row).toHaveTextContent('never')
  expect(screen.getByText('Not published')).toBeVisible()
})

test('marks agents that chat clients can use', async () => {
  await show([agent('triage', { isChat: true }), agent('extract')])

  const row = (name: string) => screen.getByText(name).closest('tr') ?? document.body
  const label = { name: 'Chat clients can use this agent' }
  await screen.findByText('TRIAGE')
  expect(within(row('TRIAGE')).getByRole('img', label)).toBeVisible()
  expect(within(row('EXTRACT')).queryByRole('img', label)).toBeNull()
})

test('shows when and how the last run of an agent ended', async () => {
  await show([agent('triage', { lastRunAt: 1_000_000, lastRunStatus: 'error' })])

  expect(await screen.findByRole('img', { name: 'Error' })).toBeVisible()
})

test('deletes an agent at once and restores it on undo', async () => {
  const { user } = await show([agent('triage')])

  await user.click(await screen.findByRole('button', { name: 'Delete TRIAGE' }))
  expect(await screen.findByText('No agents yet')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))

  expect(await screen.findByText('TRIAGE')).toBeVisible()
})

test('lists the agents that cannot run without a deleted agent', async () => {
  const { user } = await show([agent('called'), agent('other-one')])
  const row = (await screen.findByText('CALLED')).closest('tr')

  row?.focus()
  await user.keyboard('{Delete}')

  expect(await screen.findByText(/Boss calls it and cannot run without it/)).toBeVisible()
})

test('deletes the focused row by hotkey', async () => {
  const { user } = await show([agent('triage'), agent('other-one')])
  const row = (await screen.findByText('OTHER-ONE')).closest('tr')

  row?.focus()
  await user.keyboard('{Delete}')

  await waitFor(() => expect(screen.queryByText('OTHER-ONE')).toBeNull())
  expect(screen.getByText('TRIAGE')).toBeVisible()
})

test('opens an agent with Enter', async () => {
  const { path, user } = await show([agent('triage')])

  ;(await screen.findByText('TRIAGE')).closest('tr')?.focus()
  await user.keyboard('{Enter}')

  await waitFor(() => expect(path()).toBe('/agents/triage'))
})

test('shows the search without results and offers to clear it', async () => {
  const { user } = await show([agent('triage')], '?q=zzz')

  expect(await screen.findByText('No agent matches “zzz”')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear search' }))

  expect(await screen.findByText('TRIAGE')).toBeVisible()
})

test('creates an agent from a template under the template’s slug if it is free', async () => {
  const { created, path, user } = await show([agent('triage')])
  const card = (await screen.findByRole('heading', { name: 'Research' })).closest('li')

  await user.click(within(card as HTMLElement).getByRole('button', { name: 'Use template' }))

  await waitFor(() => expect(path()).toBe('/agents/research'))
  expect(created).toMatchObject([{ template: 'research', slug: 'research' }])
})

test('creates another agent from a template whose slug is taken', async () => {
  const { created, user } = await show([agent('research')])

  expect(await screen.findByRole('link', { name: 'Open' })).toHaveAttribute(
    'href',
    '/agents/research',
  )
  await user.click(screen.getByRole('button', { name: 'Use template' }))

  await waitFor(() => expect(created).toHaveLength(1))
  expect(created[0]).not.toHaveProperty('slug')
})

test('creates an empty agent from a name', async () => {
  const { created, path, user } = await show([])

  await user.keyboard('n')
  await user.type(await screen.findByLabelText('Name'), 'My agent{Enter}')

  await waitFor(() => expect(path()).toBe('/agents/made'))
  expect(created).toMatchObject([{ name: 'My agent' }])
})

test('rejects an invalid graph file and shows the reason', async () => {
  const { created, user } = await show([])
  await user.keyboard('n')
  await user.type(await screen.findByLabelText('Name'), 'Mine')
  const file = new File(['{"format":2}'], 'agent.json', { type: 'application/json' })

  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  await user.upload(input as HTMLInputElement, file)

  expect(await screen.findByText(/agent.json cannot be imported\. format/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Create' })).toBeDisabled()
  expect(created).toEqual([])
})
