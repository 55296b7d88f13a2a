import type { PromptVersion, RegistryPrompt } from '@lathe/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderPages } from '../../../testing/render-pages.tsx'
import { VersionLabels } from './version-labels.tsx'

const prompt: RegistryPrompt = {
  id: '0198c0de-7000-7000-8000-000000000001',
  name: 'ask',
  description: '',
  tags: [],
  isArchived: false,
  version: 2,
  labels: [{ label: 'production', version: 1 }],
  createdAt: 0,
  updatedAt: 0,
  deletedAt: null,
}

const version: PromptVersion = {
  version: 2,
  hash: 'abc',
  message: '',
  labels: [],
  content: null,
  problem: null,
  variables: [],
  createdAt: 0,
}

let stop = () => {}
afterEach(() => stop())

test('a move that would break an agent names it and waits for confirmation', async () => {
  const requestedMoves: object[] = []
  stop = serveFake({
    prompts: {
      label: fake.prompts.label.handler(({ input, errors }) => {
        if (input.confirm) {
          requestedMoves.push(input)
          return prompt
        }
        throw errors.LABEL_BREAKS_AGENTS({
          data: {
            agents: [
              {
                agent: 'asker',
                name: 'Asker',
                node: 'reply',
                document: 'published',
                label: 'production',
                version: null,
                missing: ['topic'],
                problems: ['There is no channel `topic`'],
              },
            ],
          },
        })
      }),
    },
  })
  const user = userEvent.setup()
  await renderPages('/prompts', {
    '/prompts': () => <VersionLabels prompt={prompt} version={version} />,
    '/agents/$agent': undefined,
  })
  const move = async () => {
    const field = await screen.findByRole('combobox', { name: 'Labels of version 2' })
    await user.type(field, 'production{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Move production to v2?' })).toBeVisible()
  }

  await move()
  expect(screen.getByRole('link', { name: 'Asker' })).toBeVisible()
  expect(screen.getByRole('cell', { name: 'topic' })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requestedMoves).toEqual([])

  await move()
  await user.click(screen.getByRole('button', { name: 'Move anyway' }))
  await waitFor(() =>
    expect(requestedMoves).toEqual([
      { prompt: 'ask', label: 'production', version: 2, confirm: true },
    ]),
  )
  expect(await screen.findByText('production moved to v2')).toBeVisible()
})
