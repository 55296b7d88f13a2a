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

test('a run is given the budget that is set beside it, and told when that may be too little', async () => {
  const { budgets, user } = await show()

  await user.click(screen.getByRole('button', { name: 'Budget of a run' }))
  expect(await screen.findByPlaceholderText('50, as the server is set')).toBeVisible()
  await user.type(screen.getByLabelText('Tokens it may use'), '10')
  await user.type(screen.getByLabelText('Seconds it may take'), '90')
  await user.keyboard('{Escape}')

  expect(await screen.findByText(/goes over its budget: about .* of 10 tokens/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Budget of a run' })).toHaveTextContent(
    '≤ 10 tokens · 1 m 30 s',
  )
  await user.type(screen.getByLabelText('Message'), 'Hello{Enter}')
  await waitFor(() => expect(budgets).toEqual([{ tokens: 10, wallClockMs: 90_000 }]))
})

test('a budget that is cleared is no budget, and the agent’s own is remembered', async () => {
  const { user, unmount } = await show()
  await user.click(screen.getByRole('button', { name: 'Budget of a run' }))
  await user.type(await screen.findByLabelText('Dollars it may cost'), '0.05')
  unmount()
  stop()

  const reopened = await show()
  const button = screen.getByRole('button', { name: 'Budget of a run' })
  expect(button).toHaveTextContent('≤ $0.05')
  await reopened.user.click(button)
  await reopened.user.clear(await screen.findByLabelText('Dollars it may cost'))
  expect(button).toHaveTextContent(/^Budget$/)
})
