import { Limits, type RunBudget } from '@lathe/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../../testing/fake-api.ts'
import { renderWorkbench } from '../../render-workbench.tsx'
import { graph } from '../../testing.ts'
import { useBudgets } from './budget.ts'
import { Composer } from './composer.tsx'

let stop = () => {}
afterEach(() => {
  stop()
  useBudgets.setState({ budgets: {} })
})

const aboutResponse = {
  version: '0',
  node: '24',
  store: 'sqlite' as const,
  location: '',
  url: '',
  requireKeys: false,
  startedMs: 0,
  memoryBytes: 0,
  runs: { running: 0, queued: 0 },
  limits: Limits.parse({}),
}

async function show() {
  const budgets: RunBudget[] = []
  const stopServing = serveFake({
    system: { about: fake.system.about.handler(() => aboutResponse) },
    models: { prices: fake.models.prices.handler(() => []) },
    metrics: { groups: fake.metrics.groups.handler(() => []) },
    runs: {
      start: fake.runs.start.handler(({ input, errors }) => {
        budgets.push(input.budget)
        throw errors.GRAPH_INVALID({ data: { problems: [] } })
      }),
    },
  })
  const view = await renderWorkbench(<Composer threadId={undefined} onStarted={() => {}} />, {
    document: graph({ input: ['messages'] }),
  })
  stop = () => {
    stopServing()
    view.stopKeys()
  }
  return { ...view, budgets, user: userEvent.setup() }
}

test('a run starts with its budget and warns when that may be too small', async () => {
  const { budgets, user } = await show()

  await user.click(screen.getByRole('button', { name: 'Run budget' }))
  expect(await screen.findByPlaceholderText('50 (server default)')).toBeVisible()
  await user.type(screen.getByLabelText('Max tokens'), '10')
  await user.type(screen.getByLabelText('Max seconds'), '90')
  await user.keyboard('{Escape}')

  expect(await screen.findByText(/exceeds its budget: about .* of 10 tokens/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Run budget' })).toHaveTextContent(
    '≤ 10 tokens · 1 m 30 s',
  )
  await user.type(screen.getByLabelText('Message'), 'Hello{Enter}')
  await waitFor(() => expect(budgets).toEqual([{ tokens: 10, wallClockMs: 90_000 }]))
})

test('a cleared budget is removed, and budgets are stored per agent', async () => {
  const { user, unmount } = await show()
  await user.click(screen.getByRole('button', { name: 'Run budget' }))
  await user.type(await screen.findByLabelText('Max cost in dollars'), '0.05')
  unmount()
  stop()

  const reopened = await show()
  const button = screen.getByRole('button', { name: 'Run budget' })
  expect(button).toHaveTextContent('≤ $0.05')
  await reopened.user.click(button)
  await reopened.user.clear(await screen.findByLabelText('Max cost in dollars'))
  expect(button).toHaveTextContent(/^Budget$/)
})
