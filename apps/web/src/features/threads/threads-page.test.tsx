import type { Thread } from '@lathe/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { listenForHotkeys } from '../../lib/browser/hotkeys.ts'
import { uuid } from '../../testing/event-factory.ts'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/render-pages.tsx'
import { ThreadsPage } from './threads-page.tsx'

let stop = () => {}
afterEach(() => stop())

const thread = (number: number, title: string): Thread => ({
  id: uuid(number),
  agentId: uuid(90),
  agentSlug: 'shop',
  agentName: 'Shop',
  title,
  metadata: {},
  createdAt: 0,
  updatedAt: number,
  runCount: 1,
  status: 'success',
})

async function show(search = '') {
  let threads = [thread(2, 'Refunds'), thread(1, 'Deliveries')]
  const requests: unknown[] = []
  const changes: string[] = []
  const all = threads
  const stopServing = serveFake({
    agents: { list: fake.agents.list.handler(() => []) },
    threads: {
      list: fake.threads.list.handler(({ input }) => {
        requests.push(input.q)
        const items = threads.filter(({ title }) => title.includes(input.q ?? ''))
        return { items, hasMore: false }
      }),
      delete: fake.threads.delete.handler(({ input: { id } }) => {
        changes.push(`delete ${id}`)
        threads = threads.filter((item) => item.id !== id)
        return {}
      }),
      restore: fake.threads.restore.handler(({ input: { id }, errors }) => {
        changes.push(`restore ${id}`)
        const restoredThread = all.find((item) => item.id === id)
        if (!restoredThread) throw errors.NO_SUCH_THREAD()
        threads = all
        return restoredThread
      }),
      rename: fake.threads.rename.handler(({ input, errors }) => {
        threads = threads.map((item) =>
          item.id === input.id ? { ...item, title: input.title } : item,
        )
        const renamedThread = threads.find(({ id }) => id === input.id)
        if (!renamedThread) throw errors.NO_SUCH_THREAD()
        return renamedThread
      }),
    },
  })
  const stopKeys = listenForHotkeys()
  stop = () => {
    stopServing()
    stopKeys()
  }
  const { router } = await renderPages(`/threads${search}`, {
    '/threads': ThreadsPage,
    '/agents/$agent': () => <p>the workbench</p>,
  })
  return { user: userEvent.setup(), asked: requests, changes, history: router.history }
}

test('renames the focused thread and opens it in the workbench', async () => {
  const { user, history } = await show()
  await screen.findByText('Refunds')

  await user.keyboard('jr')
  await user.clear(await screen.findByLabelText('Thread title'))
  await user.keyboard('Returns{Enter}')
  expect(await screen.findByText('Returns')).toBeVisible()
  await user.keyboard('o')

  await screen.findByText('the workbench')
  expect(history.location.href).toContain(`/agents/shop?thread=`)
  expect(history.location.href).toContain(uuid(2))
})

test('deletes a thread at once and restores it on undo', async () => {
  const { user, changes } = await show()

  await user.click(await screen.findByRole('button', { name: 'Delete Refunds' }))
  await waitFor(() => expect(screen.queryByText('Refunds')).toBeNull())
  expect(screen.getByText('Deliveries')).toBeVisible()
  await waitFor(() => expect(changes).toEqual([`delete ${uuid(2)}`]))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))

  expect(await screen.findByText('Refunds')).toBeVisible()
  expect(changes).toEqual([`delete ${uuid(2)}`, `restore ${uuid(2)}`])
})

test('clears a search without results', async () => {
  const { user, asked: requests } = await show('?q=milk')
  expect(await screen.findByText('No matching threads')).toBeVisible()

  await user.click(screen.getByRole('link', { name: 'Clear filter' }))

  await waitFor(() => expect(requests).toEqual(['milk', undefined]))
  await waitFor(() => expect(screen.queryByText('No matching threads')).toBeNull())
})
