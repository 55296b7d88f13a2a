import type { Agent, AgentVersion, Draft, GraphDocument } from '@lathe/contract'
import { emptyDocument } from '@lathe/graph'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { listenForHotkeys } from '../../lib/browser/hotkeys.ts'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/render-pages.tsx'
import { VersionsPage } from './versions-page.tsx'

let stop = () => {}
afterEach(() => stop())

const createDocument = (text: string): GraphDocument => ({
  ...emptyDocument(),
  nodes: { reply: { kind: 'set', values: { topic: { template: text } } } },
})
const documents = [createDocument('Answer in one word'), createDocument('Answer in two words')]

async function show(search = '', count = documents.length) {
  const id = '0198c0de-7000-7000-8000-0000000000aa'
  let published = 1
  let draft: Draft = { revision: 7, document: createDocument('Draft'), hash: 'h', savedAt: 0 }
  const createVersion = (number: number): AgentVersion => ({
    number,
    hash: `abcdef12345${number}`,
    message: number === 1 ? 'First' : '',
    author: number === 1 ? 'import' : 'api',
    createdAt: 0,
    isPublished: number === published,
  })
  const agent = (): Agent => ({
    id,
    slug: 'support',
    name: 'Support',
    description: '',
    template: null,
    publishedVersion: published,
    latestVersion: count,
    hasDraftChanges: true,
    createdAt: 0,
    updatedAt: 0,
    nodeCount: 1,
    isChat: false,
    lastRunAt: null,
    lastRunStatus: null,
    concurrency: null,
  })
  const stopServing = serveFake({
    agents: {
      get: fake.agents.get.handler(agent),
      draft: fake.agents.draft.handler(() => draft),
      versions: fake.agents.versions.handler(() =>
        Array.from({ length: count }, (_, index) => createVersion(count - index)),
      ),
      version: fake.agents.version.handler(({ input, errors }) => {
        const document = documents[input.number - 1]
        if (!document) throw errors.NO_SUCH_VERSION()
        return { ...createVersion(input.number), document }
      }),
      publish: fake.agents.publish.handler(({ input }) => {
        published = input.number
        return agent()
      }),
      saveDraft: fake.agents.saveDraft.handler(({ input, errors }) => {
        if (input.revision !== draft.revision) {
          throw errors.CONFLICT({ data: { current: draft, base: null } })
        }
        draft = { ...draft, revision: input.revision + 1, document: input.document }
        return draft
      }),
    },
  })
  const stopKeys = listenForHotkeys()
  const { router } = await renderPages(`/agents/support/versions${search}`, {
    '/agents/$agent/versions': VersionsPage,
    '/agents/$agent': undefined,
    '/traces': undefined,
  })
  stop = () => {
    stopServing()
    stopKeys()
  }
  await screen.findByRole('heading', { level: 1, name: 'Versions of Support' })
  return {
    user: userEvent.setup(),
    search: () => router.state.location.search,
    published: () => published,
    draft: () => draft,
  }
}

const changes = () => screen.findByRole('region', { name: 'Changes' })

test("the page shows the draft's changes since the newest version as a word diff", async () => {
  await show()

  const list = await changes()
  expect(list).toHaveTextContent('changedreply')
  expect(within(list).getByText('Draft').tagName).toBe('INS')
  expect(within(list).getByText('Answer in two words').tagName).toBe('DEL')
})

test('the table lists versions with a summary of their changes', async () => {
  await show()

  const row = (await screen.findByText('First')).closest('tr')
  expect(row).toHaveTextContent('v1published')
  await waitFor(() => expect(row).toHaveTextContent('1 node added'))
})

test('Enter opens a version compared with the previous one', async () => {
  const { user, search } = await show()
  const row = (await screen.findByText('No message')).closest('tr')

  await user.keyboard('j')
  await waitFor(() => expect(row).toHaveFocus())
  await user.keyboard('{Enter}')

  await waitFor(() => expect(search()).toEqual({ from: '1', to: '2' }))
  expect(await screen.findByRole('button', { name: 'Publish v2' })).toBeVisible()
})

test('the swap button swaps the two sides', async () => {
  const { user, search } = await show('?from=1&to=2')
  await changes()

  await user.keyboard('x')

  await waitFor(() => expect(search()).toEqual({ from: '2', to: '1' }))
})

test('publishing a version can be undone', async () => {
  const { user, published } = await show('?from=1&to=2')

  await user.click(await screen.findByRole('button', { name: 'Publish v2' }))
  await waitFor(() => expect(published()).toBe(2))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))

  await waitFor(() => expect(published()).toBe(1))
})

test('restoring a version as the draft can be undone', async () => {
  const { user, draft } = await show('?from=1&to=2')

  await user.click(await screen.findByRole('button', { name: 'Restore as draft' }))
  await waitFor(() => expect(draft()).toMatchObject({ revision: 8, document: documents[1] }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))

  await waitFor(() =>
    expect(draft()).toMatchObject({ revision: 9, document: createDocument('Draft') }),
  )
})

test('a version links to its runs', async () => {
  await show('?from=1&to=2')

  expect(await screen.findByRole('link', { name: 'Runs' })).toHaveAttribute(
    'href',
    '/traces?agent=support&version=2',
  )
})

test('equivalent versions are reported as such', async () => {
  await show('?from=2&to=2')

  expect(await screen.findByText('v2 and v2 are equivalent')).toBeVisible()
})

test('a missing version fails in its pane and keeps the list', async () => {
  await show('?from=1&to=9')

  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load v1 and v9')
  expect(screen.getByText('First')).toBeVisible()
})

test('an agent without versions explains how to save one', async () => {
  await show('', 0)

  expect(await screen.findByText('No versions yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open workbench' })).toHaveAttribute(
    'href',
    '/agents/support',
  )
})
