import type { Checkpoint, RunDetail, RunError, RunStatus, StartRun } from '@lathe/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { makeRunDetail } from '../../../testing/run-factory.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { AGENT_ID, renderWorkbench } from '../render-workbench.tsx'
import { body, numberEvents, uuid } from '../../../testing/event-factory.ts'
import { createRunStore, RunContext } from '../run/run-store.ts'
import { graph } from '../testing.ts'
import { ContinueRun } from './continue-run.tsx'

let stop = () => {}
afterEach(() => stop())

const RUN = uuid(3)
const THREAD = uuid(7)

const failure = (code: RunError['code'], fields: Partial<RunError> = {}): RunError => ({
  code,
  message: 'It stopped',
  retryable: false,
  ...fields,
})

const detail = (fields: Partial<RunDetail>): RunDetail =>
  makeRunDetail({
    id: RUN,
    agentId: AGENT_ID,
    threadId: THREAD,
    status: 'error',
    title: 'Tides',
    ...fields,
  })

const checkpoint = (fields: Partial<Checkpoint>): Checkpoint => ({
  id: 'c',
  parentId: null,
  runId: RUN,
  superstep: 1,
  source: 'loop',
  createdAt: 0,
  next: ['answer'],
  values: {},
  ...fields,
})

type RenderOptions = {
  status?: RunStatus
  error?: RunError
  run?: Partial<RunDetail>
  newest?: Partial<Checkpoint>
}

async function show({ status = 'error', error, run = {}, newest = {} }: RenderOptions) {
  const started: StartRun[] = []
  const requests: string[] = []
  const stopServing = serveFake({
    runs: {
      get: fake.runs.get.handler(() => detail(run)),
      start: fake.runs.start.handler(({ input }) => {
        started.push(input)
        return detail({ id: uuid(4), input: null })
      }),
    },
    threads: {
      history: fake.threads.history.handler(({ input }) => {
        requests.push(input.id)
        return { items: [checkpoint(newest)], hasMore: true }
      }),
    },
  })
  const store = createRunStore()
  store.receive(
    numberEvents([body.status('running'), body.status(status, { error: error ?? null })]),
  )
  const view = await renderWorkbench(
    <RunContext value={store}>
      <ContinueRun runId={RUN} />
    </RunContext>,
    { document: graph() },
  )
  stop = () => {
    stopServing()
    view.stopKeys()
  }
  return { ...view, started, asked: requests, user: userEvent.setup() }
}

const button = (fields?: { timeout: number }) =>
  screen.findByRole('button', { name: /Continue/ }, fields)

test.each(['error', 'timeout', 'cancelled'] as const)(
  'a run that ended as %s with nodes left continues without input and is shown',
  async (status) => {
    const { started, search, user } = await show({ status })

    await user.click(await button())

    await waitFor(() => expect(search()).toMatchObject({ thread: THREAD, run: uuid(4) }))
    expect(started).toMatchObject([{ agent: AGENT_ID, threadId: THREAD, source: 'user' }])
    expect(started[0]).not.toHaveProperty('input')
    expect(started[0]).not.toHaveProperty('version')
  },
)

test('the shortcut continues a run', async () => {
  const { started, user } = await show({})
  await button()

  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')

  await waitFor(() => expect(started).toHaveLength(1))
})

test('the exceeded limit is doubled, can be edited, and the other limits stay', async () => {
  const { started, user } = await show({
    error: failure('BUDGET_EXCEEDED'),
    run: { budget: { tokens: 1_000, steps: 9 } },
  })

  const tokens = await screen.findByLabelText('Max tokens')
  expect(tokens).toHaveValue('2 000')
  await user.clear(tokens)
  await user.type(tokens, '5000')
  await user.click(await button())

  await waitFor(() => expect(started[0]?.budget).toEqual({ tokens: 5_000, steps: 9 }))
})

test.each([
  ['steps', failure('RECURSION_LIMIT'), 'Max steps', '', {}],
  ['seconds', failure('TIMEOUT'), 'Max seconds', '90', { wallClockMs: 90_000 }],
] as const)('%s without its own limit can be given one', async (_, error, label, text, budget) => {
  const { started, user } = await show({ error })

  const field = await screen.findByLabelText(label)
  expect(field).toHaveValue('')
  if (text !== '') await user.type(field, text)
  await user.click(await button())

  await waitFor(() => expect(started[0]?.budget).toEqual(budget))
})

test('a continued run that failed at once can be continued again', async () => {
  await show({ run: { input: null }, newest: { runId: uuid(1) } })

  expect(await button()).toBeVisible()
})

test.each([
  ['leads nowhere', { next: [] }],
  ['is of an earlier run', { runId: uuid(1) }],
])('a run whose newest checkpoint %s cannot be continued', async (_, newest) => {
  const { asked: requests } = await show({ newest })

  await waitFor(() => expect(requests).toEqual([THREAD]))
  await expect(button({ timeout: 300 })).rejects.toThrow('Unable to find')
})

test.each(['success', 'interrupted', 'running'] as const)(
  'a run whose status is %s cannot be continued',
  async (status) => {
    const { asked: requests } = await show({ status })

    await expect(button({ timeout: 300 })).rejects.toThrow('Unable to find')
    expect(requests).toEqual([])
  },
)
