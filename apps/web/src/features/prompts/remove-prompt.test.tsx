import type { PromptUses, RegistryPrompt } from '@lathe/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/render-pages.tsx'
import { PromptActions } from './prompt-actions.tsx'
import { PromptsPage } from './prompts-page.tsx'

const ID = '0198c0de-7000-7000-8000-000000000001'

const registryPrompt: RegistryPrompt = {
  id: ID,
  name: 'ask',
  description: '',
  tags: [],
  isArchived: false,
  version: 2,
  labels: [],
  createdAt: 0,
  updatedAt: 0,
  deletedAt: null,
}

const promptUses: PromptUses = {
  agents: [
    {
      agent: 'asker',
      name: 'Asker',
      node: 'reply',
      document: 'published',
      label: 'production',
      version: null,
    },
  ],
  comparisons: [{ id: ID, name: 'Greetings', versions: [1] }],
}

let stop = () => {}
afterEach(() => stop())

/** Serves one prompt and records the changes that were requested. */
function servePrompt(uses: PromptUses, deletedAt: number | null = null) {
  const requests: object[] = []
  let prompt = { ...registryPrompt, deletedAt }
  stop = serveFake({
    prompts: {
      list: fake.prompts.list.handler(({ input }) =>
        input.deleted === (prompt.deletedAt !== null) ? [prompt] : [],
      ),
      uses: fake.prompts.uses.handler(() => uses),
      delete: fake.prompts.delete.handler(({ input }) => {
        requests.push({ delete: input })
        prompt = { ...prompt, deletedAt: 1 }
        return { id: ID }
      }),
      edit: fake.prompts.edit.handler(({ input }) => {
        requests.push({ edit: input })
        return prompt
      }),
      restore: fake.prompts.restore.handler(({ input }) => {
        requests.push({ restore: input })
        prompt = { ...prompt, deletedAt: null }
        return prompt
      }),
    },
  })
  return requests
}

const pages = {
  '/prompts': PromptsPage,
  '/prompts/$name': () => <PromptActions prompt={registryPrompt} />,
  '/agents/$agent': undefined,
  '/compare/$id': undefined,
}

test('deleting lists the agents and comparisons, and waits for confirmation', async () => {
  const requests = servePrompt(promptUses)
  const user = userEvent.setup()
  const { router } = await renderPages('/prompts/ask', pages)

  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))

  expect(await screen.findByRole('dialog', { name: 'Delete ask?' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Asker' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Greetings' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('One agent uses this prompt')
  expect(requests).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Delete prompt' }))

  await waitFor(() => expect(router.state.location.pathname).toBe('/prompts'))
  expect(requests).toEqual([{ delete: { prompt: 'ask', confirm: true } }])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(requests).toContainEqual({ restore: { id: ID } }))
})

test('the dialog is used by keyboard: Escape closes it, Enter on Archive confirms', async () => {
  const requests = servePrompt({ agents: [], comparisons: [] })
  const user = userEvent.setup()
  await renderPages('/prompts/ask', pages)
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Archive…' }))
    await screen.findByText(/No agent or comparison uses this prompt/)
  }

  await open()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests).toEqual([])

  await open()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(requests).toEqual([{ edit: { prompt: 'ask', isArchived: true, confirm: true } }]),
  )
})

test('a deleted prompt is listed under Deleted and restored from there', async () => {
  const requests = servePrompt({ agents: [], comparisons: [] }, 1)
  const user = userEvent.setup()
  const { router } = await renderPages('/prompts', pages)

  await user.click(await screen.findByRole('link', { name: 'Deleted' }))
  await user.click(await screen.findByRole('button', { name: 'Restore ask' }))

  await waitFor(() => expect(router.state.location.pathname).toBe('/prompts/ask'))
  expect(requests).toEqual([{ restore: { id: ID } }])
})
