import type { GraphDocument, Json } from '@lathe/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { fake, serveFake } from '../../../../testing/fake-api.ts'
import { renderWorkbench } from '../../render-workbench.tsx'
import { body, numberEvents, uuid } from '../../../../testing/event-factory.ts'
import { graph } from '../../testing.ts'
import { Composer } from './composer.tsx'

let stop = () => {}
afterEach(() => stop())

const THREAD = uuid(7)

type StartedRun = {
  input?: Record<string, Json> | undefined
  threadId?: string | undefined
  version?: unknown
  multitaskStrategy?: string | undefined
}

async function show(
  document: GraphDocument,
  options: { example?: Record<string, Json>; threadId?: string } = {},
) {
  const started: StartedRun[] = []
  const stopServing = serveFake({
    runs: {
      start: fake.runs.start.handler(({ input, errors }) => {
        started.push(input)
        throw errors.GRAPH_INVALID({ data: { problems: [] } })
      }),
    },
  })
  const view = await renderWorkbench(
    <Composer threadId={options.threadId} onStarted={() => {}} />,
    {
      document,
      ...(options.example && { example: options.example }),
    },
  )
  stop = () => {
    stopServing()
    view.stopKeys()
  }
  return { ...view, started, user: userEvent.setup() }
}

const chat = graph({ input: ['messages'] })

const form = graph({
  state: {
    topic: { type: 'string', description: 'What to research' },
    depth: { type: 'number', default: 2 },
    tags: { type: 'array', items: { type: 'string' }, default: [] },
  },
  input: ['topic', 'depth', 'tags'],
  output: [],
})

describe('a graph with a conversation', () => {
  test('runs the draft on the thread with Enter', async () => {
    const { started, user } = await show(chat, { threadId: THREAD })

    await user.type(screen.getByLabelText('Message'), 'Hello{Enter}')

    await waitFor(() =>
      expect(started).toMatchObject([
        {
          input: { messages: [{ role: 'user', content: 'Hello' }] },
          threadId: THREAD,
          version: 'draft',
        },
      ]),
    )
  })

  test('adds a line with Shift+Enter', async () => {
    const { started, user } = await show(chat)

    await user.type(screen.getByLabelText('Message'), 'one{Shift>}{Enter}{/Shift}two')

    expect(screen.getByLabelText('Message')).toHaveValue('one\ntwo')
    expect(started).toEqual([])
  })

  test('a graph with a conversation does not run without text', async () => {
    const { started, user } = await show(chat)

    await user.click(screen.getByRole('button', { name: /Run draft/ }))

    await waitFor(() => expect(screen.getByLabelText('Message')).toHaveFocus())
    expect(started).toEqual([])
  })

  test('starts with its template’s example', async () => {
    await show(chat, { example: { messages: [{ role: 'user', content: 'What is 2 + 2?' }] } })

    expect(screen.getByLabelText('Message')).toHaveValue('What is 2 + 2?')
  })
})

describe('a graph with input fields', () => {
  test('runs with typed values from a clean state', async () => {
    const { started, user } = await show(form, { threadId: THREAD })

    await user.type(screen.getByLabelText(/topic/), 'rivers')
    await user.keyboard('{Control>}{Enter}{/Control}')

    await waitFor(() => expect(started).toHaveLength(1))
    expect(started[0]?.input).toEqual({ topic: 'rivers', depth: 2, tags: [] })
    expect(started[0]?.threadId).toBeUndefined()
  })

  test("continues from the thread's state on request", async () => {
    const { started, user } = await show(form, { threadId: THREAD, example: { topic: 'rivers' } })

    await user.click(screen.getByLabelText(/Continue from this thread/))
    await user.click(screen.getByRole('button', { name: /Run draft/ }))

    await waitFor(() => expect(started[0]?.threadId).toBe(THREAD))
  })

  test('reports missing fields and focuses the first', async () => {
    const { started, user } = await show(form)

    await user.click(screen.getByRole('button', { name: /Run draft/ }))

    expect(await screen.findByText('Required')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText(/topic/)).toHaveFocus())
    expect(started).toEqual([])
  })
})

test('a run that cannot start shows why and links to the problems', async () => {
  const { user, search } = await show(form, { example: { topic: 'rivers' } })

  await user.click(screen.getByRole('button', { name: /Run draft/ }))
  await user.click(await screen.findByRole('button', { name: 'Show problems' }))

  expect(screen.getByText('The graph has errors')).toBeVisible()
  expect(search()).toMatchObject({ tab: 'problems' })
})

test('unsaved changes are saved before a run', async () => {
  const { bench, started, user } = await show(form, { example: { topic: 'rivers' } })
  bench.autosave.change({ ...form, notes: [{ text: 'new', at: [0, 0] }] })

  await user.click(screen.getByRole('button', { name: /Run draft/ }))

  await waitFor(() => expect(started).toHaveLength(1))
  expect(bench.saving.getState()).toMatchObject({ save: { status: 'saved' }, revision: 2 })
})

test('a live run can be cancelled and not be started twice', async () => {
  const { bench, user, started } = await show(chat)
  bench.run.open(uuid(9))
  bench.run.receive(numberEvents([body.status('running')]))

  expect(await screen.findByRole('button', { name: /Cancel/ })).toBeVisible()
  await user.type(screen.getByLabelText('Message'), 'Hello{Enter}')

  expect(started).toEqual([])
})

test.each([
  ['waits its turn', 'Hello{Enter}', null, 'enqueue'],
  ['waits its turn when it is queued', 'Hello', 'Queue', 'enqueue'],
  ['takes the place of the answer', 'Hello', 'Interrupt', 'interrupt'],
])('a message sent during a run %s', async (_, text, button, multitaskStrategy) => {
  const { bench, user, started } = await show(chat, { threadId: THREAD })
  bench.run.open(uuid(9))
  bench.run.receive(numberEvents([body.status('running')]))
  await screen.findByRole('button', { name: /Cancel/ })

  await user.type(screen.getByLabelText('Message'), text)
  if (button) await user.click(screen.getByRole('button', { name: new RegExp(button) }))

  await waitFor(() => expect(started).toMatchObject([{ threadId: THREAD, multitaskStrategy }]))
})
