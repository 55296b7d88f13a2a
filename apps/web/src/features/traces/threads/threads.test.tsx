import { ZERO_USAGE, type TraceThread } from '@lathe/contract'
import { writeTraceCursor } from '@lathe/traces'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderPages } from '../../../testing/render-pages.tsx'
import { span, trace } from '../testing.ts'
import { TraceThreadPage } from './trace-thread-page.tsx'
import { TraceThreadsPage } from './trace-threads-page.tsx'

let stop = () => {}
afterEach(() => stop())

const thread = (number: number, overrides: Partial<TraceThread> = {}): TraceThread => ({
  threadId: `talk ${number}`,
  project: 'shop',
  projectId: uuid(900),
  title: `Talk ${number}`,
  turns: 1,
  failed: 0,
  startedAt: 0,
  lastReceivedAt: number,
  last: { id: uuid(number), title: 'last', status: 'success', startedAt: number },
  usage: ZERO_USAGE,
  cost: 0,
  pricedCost: 0,
  unpriced: 0,
  ...overrides,
})

const turns = Array.from({ length: 25 }, (_, index) =>
  trace(index + 1, {
    runId: null,
    threadId: 'talk 1',
    startedAt: index,
    title: `Ask ${index + 1}`,
  }),
)

async function show(address: string, threads: TraceThread[]) {
  const requests: unknown[] = []
  stop = serveFake({
    traces: {
      threads: fake.traces.threads.handler(({ input }) => {
        requests.push(input)
        return { items: threads, next: null }
      }),
      facets: fake.traces.facets.handler(() => ({
        facets: [],
        metadata: [],
        feedback: [],
        counted: 0,
        isPartial: false,
      })),
      list: fake.traces.list.handler(({ input: { before, limit } }) => {
        const olderTurns =
          before === undefined ? turns : turns.slice(0, Number(before.split('_')[0]))
        const items = olderTurns.slice(-limit).toReversed()
        const oldest = items.at(-1)
        return {
          items,
          next: oldest && olderTurns.length > limit ? writeTraceCursor(oldest) : null,
        }
      }),
      root: fake.traces.root.handler(({ input: { id }, errors }) => {
        const number = turns.findIndex((turn) => turn.id === id) + 1
        if (number === 25) throw errors.NO_SUCH_SPAN()
        const carried = {
          inputs: { messages: [{ role: 'user', content: `Question ${number}` }] },
          outputs: { answer: `Answer ${number}` },
        }
        return { ...span({ id, traceId: id }), events: [], metadata: {}, ...carried }
      }),
    },
  })
  const { router } = await renderPages(address, {
    '/traces': undefined,
    '/traces/threads': TraceThreadsPage,
    '/traces/threads/$thread': TraceThreadPage,
    '/traces/$traceId': undefined,
    '/settings': undefined,
  })
  return { user: userEvent.setup(), asked: requests, history: router.history }
}

test('a thread shows its totals and opens on click', async () => {
  const { user, history } = await show('/traces/threads', [
    thread(1, { turns: 7, failed: 2 }),
    thread(2, { project: null }),
  ])

  const row = await screen.findByRole('row', { name: /Talk 1/ })
  expect(within(row).getByText('7')).toBeVisible()
  expect(within(row).getByText('2')).toBeVisible()
  await user.click(row)

  await waitFor(() => expect(history.location.href).toBe('/traces/threads/talk%201?project=shop'))
})

test('opens threads of no project and of a deleted project', async () => {
  const {
    user,
    history,
    asked: requests,
  } = await show('/traces/threads', [
    thread(1, { project: null }),
    thread(1, { project: null, projectId: null, title: 'Of none' }),
  ])

  const row = await screen.findByRole('row', { name: /Talk 1/ })
  expect(within(row).getByText(/^deleted project/)).toBeVisible()
  await user.click(row)
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ project: uuid(900) }))
  history.back()
  await user.click(await screen.findByRole('row', { name: /Of none/ }))

  await waitFor(() => expect(requests.at(-1)).toMatchObject({ filter: '-project:*' }))
})

test('requests threads with the filter of the URL and does not send an invalid one', async () => {
  const { user, asked: requests } = await show('/traces/threads?filter=status%3Aerror', [])

  expect(await screen.findByText('No matching threads')).toBeVisible()
  expect(requests).toMatchObject([{ filter: 'status:error' }])
  await user.type(screen.getByRole('combobox'), ' latency:soon{Enter}')

  expect(await screen.findByRole('alert')).toHaveTextContent('latency:soon')
  expect(requests).toHaveLength(1)
})

test('an empty list explains how to send traces', async () => {
  await show('/traces/threads', [])

  expect(await screen.findByText('No external threads yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'How to send traces' })).toHaveAttribute(
    'href',
    '/settings',
  )
})

test('shows the newest turns and loads earlier ones on request', async () => {
  const { user } = await show('/traces/threads/talk%201?project=shop', [thread(1, { turns: 25 })])

  const list = await screen.findByRole('list', { name: 'Turns' })
  expect(await within(list).findByText('Question 24')).toBeVisible()
  expect(within(list).getByText('Answer 24')).toBeVisible()
  expect(within(list).getByText('The root span has not arrived yet.')).toBeVisible()
  expect(namesIn(list)).toEqual(Array.from({ length: 20 }, (_, i) => `Turn ${i + 6}: Ask ${i + 6}`))
  await user.click(screen.getByRole('button', { name: 'Earlier turns' }))

  await waitFor(() => expect(namesIn(list)[0]).toBe('Turn 1: Ask 1'))
  expect(namesIn(list)).toHaveLength(25)
  expect(screen.queryByRole('button', { name: 'Earlier turns' })).toBeNull()
  expect(within(list).getByRole('link', { name: 'Turn 1: Ask 1' })).toHaveAttribute(
    'href',
    expect.stringContaining(`/traces/${uuid(1)}?list=`),
  )
})

test('a missing thread links to all threads', async () => {
  await show('/traces/threads/gone', [])

  expect(await screen.findByText('Thread not found')).toBeVisible()
  expect(screen.getByRole('link', { name: 'All threads' })).toHaveAttribute(
    'href',
    '/traces/threads',
  )
})

const namesIn = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map((link) => link.getAttribute('aria-label'))
