import type { Agent, GraphDocument } from '@lathe/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/render-pages.tsx'
import { graph } from '../workbench/testing.ts'
import { CodePage } from './code-page.tsx'
import { createZip } from '../../lib/browser/download-zip.ts'

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
  hasDraftChanges: true,
  createdAt: 0,
  updatedAt: 0,
  nodeCount: 1,
  isChat: false,
  lastRunAt: null,
  lastRunStatus: null,
  concurrency: null,
}
const createEchoDocument = (text: string): GraphDocument => ({
  ...graph(),
  state: { topic: { type: 'string' } },
  input: ['topic'],
  output: ['topic'],
  nodes: { reply: { kind: 'set', values: { topic: { template: text } } } },
  edges: [
    { from: 'start', to: 'reply' },
    { from: 'reply', to: 'end' },
  ],
})
const broken: GraphDocument = { ...createEchoDocument(''), edges: [] }

async function show(search = '', draft = createEchoDocument('From the draft')) {
  const version = {
    number: 1,
    hash: 'h',
    message: '',
    author: 'owner' as const,
    createdAt: 0,
    isPublished: true,
  }
  stop = serveFake({
    agents: {
      get: fake.agents.get.handler(() => agent),
      draft: fake.agents.draft.handler(() => ({
        revision: 1,
        document: draft,
        hash: 'h',
        savedAt: 0,
      })),
      versions: fake.agents.versions.handler(() => [version]),
      version: fake.agents.version.handler(() => ({
        ...version,
        document: createEchoDocument('From v1'),
      })),
    },
    tools: { list: fake.tools.list.handler(() => []) },
  })
  const { router } = await renderPages(`/agents/support/code${search}`, {
    '/agents/$agent/code': CodePage,
    '/agents/$agent': undefined,
  })
  await screen.findByRole('heading', { level: 1, name: 'Code of Support' })
  return { router, user: userEvent.setup() }
}

const findFile = (path: string) => screen.findByRole('region', { name: path })

test('shows the graph first and then any selected file', async () => {
  const { user, router } = await show()
  expect(await findFile('agent.ts')).toHaveTextContent('new StateGraph(State)')

  await user.click(screen.getByRole('button', { name: 'reply.ts' }))

  expect(await findFile('nodes/reply.ts')).toHaveTextContent('From the draft')
  expect(router.state.location.search).toMatchObject({ file: 'nodes/reply.ts' })
})

test('shows the version named in the address', async () => {
  await show('?version=1&file=nodes%2Freply.ts')

  expect(await findFile('nodes/reply.ts')).toHaveTextContent('From v1')
})

test('a draft with errors lists the problems that block the export', async () => {
  await show('', broken)

  expect(screen.getByRole('status')).toHaveTextContent('To export the code, fix these problems')
  const files = within(screen.getByRole('navigation', { name: 'Files' }))
  expect(files.queryByRole('button', { name: 'agent.ts' })).not.toBeInTheDocument()
  expect(files.getByRole('button', { name: 'agent.lathe.json' })).toBeInTheDocument()
})

test('the zip file holds the project in one folder and is byte-identical each time', () => {
  const files = [{ path: 'nodes/a.ts', text: 'ä\n' }]

  const zip = createZip('support', files)

  expect(Object.entries(unzipSync(zip)).map(([path, bytes]) => [path, strFromU8(bytes)])).toEqual([
    ['support/nodes/a.ts', 'ä\n'],
  ])
  expect(createZip('support', files)).toEqual(zip)
})
