import type {
  GraphNode,
  RunDetail,
  RunEventBody,
  RunStatus,
  Span,
  SpanDetail,
  StartRun,
} from '@lathe/contract'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { numberEvents } from '../../../testing/event-factory.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { getDebugOptions, setPin, useDebugOptionsStore } from '../debug-options.ts'
import { AGENT_ID, renderWorkbench } from '../render-workbench.tsx'
import { selectNode } from '../store/selection.ts'
import { graph } from '../testing.ts'
import { Inspector } from './inspector.tsx'
import { id, run, span, trace } from './visits/testing.ts'

let stop = () => {}
afterEach(() => stop())
beforeEach(() => useDebugOptionsStore.setState({ agents: {} }))

const answer: GraphNode = {
  kind: 'set',
  values: { mood: { template: 'About {{topic}}' } },
}
const document = graph({
  state: { topic: { type: 'string' }, mood: { type: 'string' }, other: { type: 'string' } },
  nodes: { answer },
})

const RUN = id('01')
const TEST = id('07')

const visits = [span('11', RUN, 'answer'), span('12', RUN, 'answer')]
const spanDetail = (baseSpan: Span): SpanDetail => ({
  ...baseSpan,
  inputs: {
    topic: baseSpan.id === id('11') ? 'tides' : 'winds',
    other: 'unread',
    mood: 'calm day',
  },
  outputs: { mood: 'calm night' },
  events: [],
  metadata: {},
})
const testRun: RunDetail = {
  ...run('07', 'answer alone'),
  only: 'answer',
  input: { topic: 'ebb' },
  output: { mood: 'About ebb' },
  budget: {},
  metadata: {},
  options: { only: 'answer' },
}

const status = (status: RunStatus): RunEventBody => ({
  type: 'status',
  status,
  attempt: 1,
  error: null,
})
const previousState: RunEventBody = {
  type: 'state',
  superstep: 0,
  checkpointId: 'before-it',
  channels: {},
  writers: {},
  next: ['answer'],
}

type ShowOptions = { hasRuns?: boolean; thread?: string }

async function show(tab: string, { hasRuns = true, thread }: ShowOptions = {}) {
  const started: StartRun[] = []
  const stopServing = serveFake({
    tools: { list: fake.tools.list.handler(() => []) },
    runs: {
      list: fake.runs.list.handler(({ input }) => ({
        items: hasRuns && input.only === undefined ? [run('01', 'older')] : [],
        hasMore: false,
      })),
      start: fake.runs.start.handler(({ input }) => {
        started.push(input)
        return testRun
      }),
      get: fake.runs.get.handler(() => testRun),
      events: fake.runs.events.handler(async function* () {
        yield* numberEvents([status('running'), previousState, status('success')])
      }),
    },
    threads: { turns: fake.threads.turns.handler(() => []) },
    traces: {
      get: fake.traces.get.handler(({ input }) => ({
        trace: trace(input.id),
        spans: input.id === RUN ? visits : [span('71', TEST, 'answer')],
      })),
      span: fake.traces.span.handler(({ input }) =>
        spanDetail(visits.find((visit) => visit.id === input.spanId) ?? span('71', TEST, 'answer')),
      ),
    },
  })
  const search = `?node=answer&tab=${tab}${thread === undefined ? '' : `&thread=${thread}`}`
  const view = await renderWorkbench(<Inspector />, { document, search })
  act(() => view.bench.store.select(selectNode('answer')))
  stop = () => {
    stopServing()
    view.stopKeys()
  }
  return { ...view, started, user: userEvent.setup() }
}

test("Data shows a node's inputs, folds unread channels and diffs its writes", async () => {
  await show('data')

  expect(await screen.findByText('winds')).toBeVisible()
  expect(screen.getByText('2 not read by this node')).toBeVisible()
  expect(screen.getByText('day', { selector: 'del' })).toBeVisible()
  expect(screen.getByText('night', { selector: 'ins' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open in trace' })).toHaveAttribute(
    'href',
    `/traces/${RUN}?span=${encodeURIComponent(id('12'))}`,
  )
})

test('Data shows which visit is selected and can show another one', async () => {
  const { user } = await show('data')

  await user.click(await screen.findByRole('combobox', { name: 'Visit' }))
  await user.click(await screen.findByRole('option', { name: /^1 of 2/, hidden: true }))

  expect(await screen.findByText('tides')).toBeVisible()
})

test('Data shows an empty state before any run', async () => {
  await show('data', { hasRuns: false })

  expect(await screen.findByText('No runs yet')).toBeVisible()
})

test("a node's output can be pinned and unpinned", async () => {
  const { user } = await show('data')

  await user.click(await screen.findByRole('button', { name: 'Pin this output' }))
  expect(getDebugOptions(AGENT_ID).pins).toEqual({ answer: { writes: { mood: 'calm night' } } })
  expect(screen.getByText(/^Pinned: workbench runs/)).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Unpin' }))
  expect(getDebugOptions(AGENT_ID).pins).toEqual({})
})

test('a run from here starts at the checkpoint before the step with the debug options', async () => {
  const { started, user } = await show('data')
  act(() => setPin(AGENT_ID, 'answer', { writes: { mood: 'x' } }))

  await user.click(await screen.findByRole('button', { name: 'Run from here' }))

  await expect.poll(() => started).toHaveLength(1)
  expect(started[0]).toMatchObject({
    version: 'draft',
    checkpoint: { id: 'before-it' },
    pinned: { answer: { writes: { mood: 'x' } } },
  })
})

test('a node offers no new branch while a run of its thread is live', async () => {
  const { bench, started, user } = await show('data', { thread: id('ff') })
  const button = await screen.findByRole('button', { name: 'Run from here' })
  act(() => bench.run.receive(numberEvents([status('running')])))
  await user.click(button)
  expect(button).toHaveAccessibleDescription('Wait until the current run of this thread has ended')
  expect(started).toEqual([])

  act(() => bench.run.receive(numberEvents([status('success')], 2)))
  await user.click(button)

  await expect.poll(() => started).toHaveLength(1)
})

test('Test runs the node alone with the values of its form', async () => {
  const { started, user } = await show('test')

  const form = await screen.findByRole('form', { name: 'Test this node' })
  const topic = within(form).getByRole('textbox', { name: 'topic' })
  expect(topic).toHaveValue('winds')
  await user.clear(topic)
  await user.type(topic, 'ebb')
  await user.click(screen.getByRole('button', { name: 'Run this node' }))

  const result = await screen.findByRole('region', { name: 'Test result' })
  expect(await within(result).findByText('About ebb')).toBeVisible()
  expect(started).toMatchObject([{ only: 'answer', input: { topic: 'ebb' }, source: 'user' }])
  expect(started[0]).not.toHaveProperty('pinned')
  expect(within(result).getByRole('link', { name: 'Open trace' })).toBeVisible()
})

test('Test uses the pinned output if selected', async () => {
  const { started, user } = await show('test')
  act(() => setPin(AGENT_ID, 'answer', { writes: { mood: 'x' } }))

  await user.click(await screen.findByRole('radio', { name: 'Pinned' }))
  await user.click(screen.getByRole('button', { name: 'Run this node' }))

  await expect.poll(() => started).toHaveLength(1)
  expect(started[0]).toMatchObject({ pinned: { answer: { writes: { mood: 'x' } } } })
})

test("a breakpoint can be set in the node's header", async () => {
  const { user } = await show('node')

  await user.click(await screen.findByRole('button', { name: 'Breakpoint after' }))

  expect(getDebugOptions(AGENT_ID).breakpoints).toEqual({ answer: { after: true } })
  expect(screen.getByRole('button', { name: 'Breakpoint after', pressed: true })).toBeVisible()
})

test('Test can replay the recording of the selected visit', async () => {
  const { started, user } = await show('test')

  await user.click(await screen.findByRole('radio', { name: 'Recorded' }))
  await user.click(screen.getByRole('button', { name: 'Run this node' }))

  await expect.poll(() => started).toHaveLength(1)
  expect(started[0]).toMatchObject({ recording: { runId: RUN, spanId: id('12') } })
})
