import { type InterruptAnswer, ZERO_USAGE, type Run } from '@lathe/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { listenForHotkeys } from '../../lib/browser/hotkeys.ts'
import { uuid } from '../../testing/event-factory.ts'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/render-pages.tsx'
import { InboxPage } from './inbox-page.tsx'

let stop = () => {}
afterEach(() => stop())

const createWaitingRun = (number: number, overrides: Partial<Run>): Run => ({
  id: uuid(number),
  agentId: uuid(90),
  agentSlug: 'shop',
  agentName: 'Shop',
  threadId: uuid(50 + number),
  version: 1,
  graphHash: 'hash',
  status: 'interrupted',
  attempt: 1,
  source: 'user',
  only: null,
  title: `Run ${number}`,
  error: null,
  interrupts: [],
  usage: ZERO_USAGE,
  cost: 0,
  pricedCost: 0,
  unpriced: 0,
  createdAt: number,
  startedAt: number,
  endedAt: null,
  firstTokenAt: null,
  queuePosition: null,
  ...overrides,
})

const place = { node: 'pay', createdAt: 0 }
const approval = createWaitingRun(1, {
  interrupts: [
    {
      ...place,
      id: 'i1',
      kind: 'approval',
      title: '',
      calls: [{ id: 'c', name: 'charge', args: { cents: 5 }, description: '', schema: {} }],
    },
  ],
})
const question = createWaitingRun(2, {
  agentSlug: 'desk',
  agentName: 'Desk',
  interrupts: [
    {
      ...place,
      id: 'i2',
      kind: 'ask',
      title: 'Refund it?',
      message: 'Really?',
      form: null,
      decisions: [{ port: 'yes', label: 'Refund' }],
      deadlineAt: (Date.now() + 600_000) * 1_000,
    },
  ],
})

async function show(search = '') {
  let runs = [approval, question]
  const sent: Record<string, InterruptAnswer>[] = []
  const stopServing = serveFake({
    runs: {
      list: fake.runs.list.handler(() => ({ items: runs, hasMore: false })),
      graph: fake.runs.graph.handler(({ errors }) => {
        throw errors.NO_SUCH_RUN()
      }),
      resume: fake.runs.resume.handler(({ input }) => {
        sent.push(input.answers)
        const run = runs.find(({ id }) => id === input.id) ?? approval
        runs = runs.filter(({ id }) => id !== input.id)
        const detail = { input: {}, output: null, budget: {}, metadata: {}, options: {} }
        return { ...run, status: 'pending', interrupts: [], ...detail }
      }),
    },
  })
  const stopKeys = listenForHotkeys()
  stop = () => {
    stopServing()
    stopKeys()
  }
  await renderPages(`/inbox${search}`, { '/inbox': InboxPage })
  return { sent, user: userEvent.setup() }
}

test('lists the run with the nearest deadline first and opens its form', async () => {
  await show()

  expect(await screen.findByRole('button', { name: /Refund/ })).toBeVisible()
  expect(screen.getByText('2 runs waiting')).toBeVisible()
  expect(screen.getByText(/without an answer the run continues/i)).toBeVisible()
})

test('approves a call by hotkey and opens the next waiting run', async () => {
  const { sent, user } = await show(`?run=${approval.id}`)
  expect(await screen.findByRole('button', { name: /Approve/ })).toBeVisible()

  await user.keyboard('a')

  await waitFor(() =>
    expect(sent).toEqual([{ i1: { kind: 'approval', decisions: [{ type: 'approve' }] } }]),
  )
  expect(await screen.findByRole('button', { name: /Refund/ })).toBeVisible()
})

test('clears a filter that hides all waiting runs', async () => {
  const { user } = await show('?agent=nobody')
  expect(await screen.findByText('No matching runs')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Clear filters' }))

  expect(await screen.findByRole('button', { name: /Refund/ })).toBeVisible()
})
