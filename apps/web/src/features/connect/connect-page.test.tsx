import { type Agent, type GraphDocument, Limits } from '@lathe/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/render-pages.tsx'
import { graph } from '../workbench/testing.ts'
import { ConnectPage } from './connect-page.tsx'

let stop = () => {}
afterEach(() => stop())

const agent: Agent = {
  id: '0198c0de-7000-7000-8000-0000000000aa',
  slug: 'support',
  name: 'Support',
  description: '',
  template: null,
  publishedVersion: 1,
  latestVersion: 1,
  hasDraftChanges: false,
  createdAt: 0,
  updatedAt: 0,
  nodeCount: 1,
  isChat: false,
  lastRunAt: null,
  lastRunStatus: null,
  concurrency: null,
}
const version = {
  number: 1,
  hash: 'h',
  message: '',
  author: 'owner' as const,
  createdAt: 0,
  isPublished: true,
}

const systemInfo = {
  version: '0.1.0',
  node: '24.21.0',
  store: 'sqlite' as const,
  location: '/data',
  url: 'http://127.0.0.1:4747',
  startedMs: 800,
  memoryBytes: 90_000_000,
  runs: { running: 0, queued: 0 },
  limits: Limits.parse({}),
}

type RenderOptions = { requireKeys?: boolean; document?: GraphDocument }

async function show(
  publishedVersion: number | null,
  { requireKeys = false, document = graph() }: RenderOptions = {},
) {
  stop = serveFake({
    system: { about: fake.system.about.handler(() => ({ ...systemInfo, requireKeys })) },
    agents: {
      get: fake.agents.get.handler(() => ({ ...agent, publishedVersion })),
      version: fake.agents.version.handler(() => ({ ...version, document })),
    },
  })
  await renderPages('/agents/support/connect', {
    '/agents/$agent/connect': ConnectPage,
    '/agents/$agent': undefined,
  })
  await screen.findByRole('heading', { level: 1, name: 'Connect to Support' })
}

test('shows the same call for every client, with the URL of this server and agent', async () => {
  await show(1)

  const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)
  expect(titles).toEqual([
    'Chat clients',
    'curl',
    'JavaScript SDK',
    'React: useStream',
    'RemoteGraph: a node of your own graph',
    'Python SDK',
  ])
  const sdk = await screen.findByRole('textbox', { name: 'JavaScript SDK' })
  expect(sdk).toHaveTextContent(`apiUrl: '${window.location.origin}/langgraph'`)
  expect(sdk).toHaveTextContent("'support'")
  expect(screen.getAllByRole('button', { name: 'Copy' })).toHaveLength(5)
})

test('shows the key where programs need one', async () => {
  await show(1, { requireKeys: true })

  expect(await screen.findByRole('textbox', { name: 'curl' })).toHaveTextContent('$LATHE_TOKEN')
})

test('shows the settings of chat clients for a graph that takes messages', async () => {
  const chat: GraphDocument = {
    ...graph(),
    state: { messages: { type: 'messages' } },
    input: ['messages'],
  }
  await show(1, { document: chat })

  const section = screen.getByRole('region', { name: 'Chat clients' })
  expect(section).toHaveTextContent(`Deployment URL${window.location.origin}/langgraph`)
  expect(section).toHaveTextContent('Graph IDsupport')
})

test('refuses chat clients for a graph without messages', async () => {
  await show(1, {
    document: { ...graph(), state: { topic: { type: 'string' } }, input: ['topic'] },
  })

  const section = screen.getByRole('region', { name: 'Chat clients' })
  expect(section).toHaveTextContent('Chat clients cannot drive this agent')
})

test('explains that a version must be published first', async () => {
  await show(null)

  expect(screen.getByText('No version is published yet')).toBeInTheDocument()
})
