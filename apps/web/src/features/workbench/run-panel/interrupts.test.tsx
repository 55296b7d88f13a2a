import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Interrupt, RunEventBody } from '@lathe/contract'
import { numberEvents, uuid } from '../../../testing/event-factory.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { toggleBreakpoint, useDebugOptionsStore } from '../debug-options.ts'
import { AGENT_ID, renderWorkbench } from '../render-workbench.tsx'
import { createRunStore, RunContext } from '../run/run-store.ts'
import { graph } from '../testing.ts'
import { Interrupts } from './interrupts.tsx'

let stop = () => {}
afterEach(() => stop())
beforeEach(() => useDebugOptionsStore.setState({ agents: {} }))

const RUN = uuid(1)

const breakpoint: Interrupt = {
  kind: 'breakpoint',
  id: 'breakpoint-1',
  node: 'answer',
  nodes: ['answer', 'beside'],
  when: 'before',
  title: '',
  createdAt: 0,
}
const stopped: RunEventBody[] = [
  {
    type: 'state',
    superstep: 0,
    checkpointId: 'c',
    channels: { topic: 'tides' },
    writers: {},
    next: ['answer'],
  },
  { type: 'interrupt', interrupt: breakpoint },
  { type: 'status', status: 'interrupted', attempt: 1, error: null },
]

async function show() {
  const sent: unknown[] = []
  const stopServing = serveFake({
    runs: {
      resume: fake.runs.resume.handler(({ input, errors }) => {
        sent.push(input)
        throw errors.CONFLICT({ data: { status: 'success', pending: [] } })
      }),
      cancel: fake.runs.cancel.handler(({ input, errors }) => {
        sent.push({ cancelled: input.id })
        throw errors.CONFLICT({ data: { status: 'success' } })
      }),
    },
  })
  const run = createRunStore()
  run.open(RUN)
  run.receive(numberEvents(stopped))
  const view = await renderWorkbench(
    <RunContext value={run}>
      <Interrupts />
    </RunContext>,
    { document: graph() },
  )
  view.bench.run.open(RUN)
  stop = () => {
    stopServing()
    view.stopKeys()
  }
  return { sent, user: userEvent.setup() }
}

const answers = { 'breakpoint-1': { kind: 'breakpoint' } }

test('a breakpoint form shows the position and state of the run', async () => {
  await show()

  expect(await screen.findByRole('heading', { name: /Breakpoint before answer/ })).toBeVisible()
  expect(screen.getByText('Also at beside, in the same step.')).toBeVisible()
  expect(screen.getByText('"tides"')).toBeVisible()
})

test('Continue uses the current breakpoints', async () => {
  const { sent, user } = await show()
  toggleBreakpoint(AGENT_ID, 'answer', 'after')

  await user.click(await screen.findByRole('button', { name: /^Continue/ }))

  await expect
    .poll(() => sent)
    .toEqual([{ id: RUN, answers, interruptBefore: [], interruptAfter: ['answer'] }])
})

test('Step stops before the next node', async () => {
  const { sent } = await show()
  await screen.findByRole('button', { name: /^Step/ })

  fireEvent.keyDown(document.body, { key: 'F10' })

  await expect
    .poll(() => sent)
    .toEqual([{ id: RUN, answers, interruptBefore: ['answer'], interruptAfter: [] }])
})

test('Cancel stops the run', async () => {
  const { sent, user } = await show()

  await user.click(await screen.findByRole('button', { name: /^Stop/ }))

  await expect.poll(() => sent).toEqual([{ cancelled: RUN }])
})
