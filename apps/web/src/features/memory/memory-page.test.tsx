import type { Agent, MemoryItem } from '@lathe/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/render-pages.tsx'
import { MemoryPage } from './memory-page.tsx'

let stop = () => {}
afterEach(() => stop())

const drink: MemoryItem = {
  namespace: ['users', 'ada'],
  key: 'drink',
  value: { likes: 'tea' },
  createdAt: 0,
  updatedAt: 0,
}

const assistant: Agent = {
  id: '0198c0de-7000-7000-8000-000000000001',
  slug: 'assistant',
  name: 'Assistant',
  description: '',
  template: null,
  publishedVersion: 1,
  latestVersion: 1,
  hasDraftChanges: false,
  createdAt: 0,
  updatedAt: 0,
  nodeCount: 1,
  isChat: true,
  lastRunAt: null,
  lastRunStatus: null,
  concurrency: null,
}

async function show(initial: readonly MemoryItem[], search = '') {
  let items = [...initial]
  stop = serveFake({
    agents: { list: fake.agents.list.handler(() => [assistant]) },
    memory: {
      namespaces: fake.memory.namespaces.handler(() => items.map(({ namespace }) => namespace)),
      items: fake.memory.items.handler(({ input: { q } }) => ({
        items: items.filter(({ value }) => JSON.stringify(value).includes(q)),
        hasMore: false,
      })),
      delete: fake.memory.delete.handler(({ input }) => {
        items = items.filter(({ key }) => key !== input.key)
        return {}
      }),
    },
  })
  await renderPages(`/memory${search}`, { '/memory': MemoryPage, '/agents/$agent': undefined })
  return { user: userEvent.setup() }
}

test('shows the name of the agent that an item belongs to, with a link', async () => {
  const namespace = ['agents', assistant.id, 'shared']
  await show([{ ...drink, namespace }], `?key=${namespace.join('.')}/drink`)

  const link = await screen.findByRole('link', { name: 'Assistant' })
  const [tableCell, editorHeading] = screen.getAllByTitle(namespace.join('.'))

  expect(link).toHaveAttribute('href', '/agents/assistant')
  expect([tableCell?.textContent, editorHeading?.textContent]).toEqual(
    Array(2).fill('agents › Assistant › shared'),
  )
  expect(screen.getByRole('button', { name: 'Copy namespace' })).toBeVisible()
})

test('shows the id of an agent that was deleted', async () => {
  await show([{ ...drink, namespace: ['agents', 'gone', 'shared'] }])

  const cell = await screen.findByTitle('agents.gone.shared')

  expect(cell).toHaveTextContent('agents › gone › shared')
})

test('explains the memory page while it is empty', async () => {
  await show([])

  expect(await screen.findByText('No memory items yet')).toBeVisible()
})

test('deletes the selected memory', async () => {
  const { user } = await show([drink], '?key=users.ada/drink')

  await user.click(await screen.findByRole('button', { name: 'Delete' }))

  await waitFor(() => expect(screen.getByText('No memory items yet')).toBeVisible())
})

test('a search that finds nothing is easy to clear', async () => {
  const { user } = await show([drink], '?q=milk')
  expect(await screen.findByText('No matching memory items')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Clear filter' }))

  await waitFor(() => expect(screen.queryByText('No matching memory items')).toBeNull())
})
