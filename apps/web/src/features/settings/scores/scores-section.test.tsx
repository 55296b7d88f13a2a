import type { FeedbackConfig, FeedbackConfigInput } from '@lathe/contract'
import { Notifications } from '@mantine/notifications'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { Suspense } from '../../../ui/feedback/suspense.tsx'
import { ScoresSection } from './scores-section.tsx'

let stop = () => {}
afterEach(() => stop())

const seconds: FeedbackConfigInput = {
  key: 'seconds',
  type: 'continuous',
  min: 0,
  max: null,
  categories: [],
  isLowerBetter: true,
}

async function start(...configs: FeedbackConfigInput[]) {
  const storedConfigs = new Map<string, FeedbackConfig>()
  const set = (config: FeedbackConfigInput) => {
    storedConfigs.set(config.key, { ...config, modifiedAt: 0 })
    return { ...config, modifiedAt: 0 }
  }
  configs.forEach((config) => set(config))
  stop = serveFake({
    feedbackConfigs: {
      list: fake.feedbackConfigs.list.handler(() => [...storedConfigs.values()]),
      set: fake.feedbackConfigs.set.handler(({ input }) => set(input)),
      delete: fake.feedbackConfigs.delete.handler(({ input }) => {
        storedConfigs.delete(input.key)
        return {}
      }),
    },
  })
  renderInApp(
    <Suspense fallback={null}>
      <Notifications />
      <ScoresSection />
    </Suspense>,
  )
  await screen.findByRole('heading', { name: 'Scores' })
  return storedConfigs
}

test('creates and edits a score', async () => {
  const user = userEvent.setup()
  const storedConfigs = await start()

  await user.click(screen.getByRole('button', { name: 'Add score' }))
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'verdict')
  await user.click(screen.getByRole('radio', { name: 'Categories' }))
  await user.click(screen.getByRole('button', { name: 'Category' }))
  await user.type(screen.getByRole('textbox', { name: 'Name of category 3' }), 'perfect')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('wrong · right · perfect')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Edit verdict' }))
  await user.click(screen.getByRole('button', { name: 'Remove category 2' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('wrong · perfect')).toBeVisible()
  expect(storedConfigs.get('verdict')?.categories).toEqual([
    { value: 0, label: 'wrong' },
    { value: 2, label: 'perfect' },
  ])
})

test('does not save an invalid scale and shows why', async () => {
  const user = userEvent.setup()
  const storedConfigs = await start(seconds)

  await user.click(screen.getByRole('button', { name: 'Add score' }))
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save).toHaveAccessibleDescription('Enter a name')
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'seconds')
  expect(save).toHaveAccessibleDescription('A score with this name already exists. Edit that score')
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' spent')
  await user.clear(screen.getByRole('textbox', { name: 'Maximum' }))
  await user.type(screen.getByRole('textbox', { name: 'Maximum' }), '-1')
  await user.click(save)

  expect(save).toHaveAccessibleDescription('Maximum must exceed minimum')
  expect([...storedConfigs.keys()]).toEqual(['seconds'])
})

test('saves limits as typed, also with the keyboard alone', async () => {
  const user = userEvent.setup()
  const storedConfigs = await start(seconds)

  await user.click(screen.getByRole('button', { name: 'Edit seconds' }))
  const maxField = screen.getByRole('textbox', { name: 'Maximum' })
  await user.type(maxField, '-')
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(
    'A limit must be a number or blank',
  )
  await user.clear(maxField)
  await user.type(maxField, '2.50{Enter}')

  await expect.poll(() => storedConfigs.get('seconds')?.max).toBe(2.5)
})

test('undo restores a deleted score', async () => {
  const user = userEvent.setup()
  const storedConfigs = await start(seconds)
  const list = screen.getByRole('list', { name: 'Scores' })

  await user.click(within(list).getByRole('button', { name: 'Delete seconds' }))
  await expect.poll(() => storedConfigs.size).toBe(0)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))

  expect(await screen.findByText('0 or more, lower is better')).toBeVisible()
  expect(storedConfigs.get('seconds')).toEqual({ ...seconds, modifiedAt: 0 })
})
