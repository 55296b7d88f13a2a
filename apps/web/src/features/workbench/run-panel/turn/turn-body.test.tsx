import type { RunEventBody } from '@lathe/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderWorkbench } from '../../render-workbench.tsx'
import { body, numberEvents } from '../../../../testing/event-factory.ts'
import { createRunStore, RunContext } from '../../run/run-store.ts'
import { graph } from '../../testing.ts'
import { TurnBody } from './turn-body.tsx'
import { renderInApp } from '../../../../testing/render.tsx'
import { ToolPicture } from './tool-call-item.tsx'

let stop = () => {}
afterEach(() => stop())

async function show(...bodies: RunEventBody[]) {
  const run = createRunStore()
  run.receive(numberEvents(bodies))
  const { stopKeys } = await renderWorkbench(
    <RunContext value={run}>
      <TurnBody onShowNode={() => {}} />
    </RunContext>,
    { document: graph() },
  )
  stop = stopKeys
}

const ask = body.interrupt({
  kind: 'ask',
  id: 'i1',
  node: 'answer',
  title: 'Review',
  createdAt: 0,
  message: 'Refund?',
  form: null,
  decisions: [{ port: 'yes', label: 'Pay it back' }],
  deadlineAt: 1,
})

test('an interrupt is shown with its decision', async () => {
  await show(
    ask,
    body.status('interrupted'),
    body.status('running'),
    body.answer({ kind: 'ask', decision: 'yes', values: { note: 'as agreed' } }, 'i1'),
  )

  expect(await screen.findByText('Refund?')).toBeVisible()
  expect(screen.getByText('Pay it back')).toBeVisible()
  expect(await screen.findByText('as agreed')).toBeVisible()
})

test('a timeout is shown as such', async () => {
  await show(
    ask,
    body.status('interrupted'),
    body.status('running'),
    body.answer({ kind: 'ask', decision: 'timeout', values: {} }, 'i1'),
  )

  expect(await screen.findByText('Not answered in time.')).toBeVisible()
})

test('a rejected tool call is shown during the run with its reason', async () => {
  const call = { id: 'c1', name: 'mail', args: {} }
  await show(
    body.message({ id: 'm1', role: 'assistant', content: '', toolCalls: [call] }),
    body.interrupt({
      kind: 'approval',
      id: 'i2',
      node: 'answer',
      title: 'Mail',
      createdAt: 0,
      calls: [{ ...call, description: '', schema: {} }],
    }),
    body.status('interrupted'),
    body.status('running'),
    body.answer({ kind: 'approval', decisions: [{ type: 'reject', reason: 'Too dear' }] }, 'i2'),
  )

  expect(await screen.findByRole('img', { name: 'Cancelled' })).toBeInTheDocument()
  expect(screen.getAllByText('Rejected: Too dear')[0]).toBeInTheDocument()
})

test('a truncated picture is replaced by a text', () => {
  renderInApp(<ToolPicture url="data:image/png;base64,AAAAA" alt="Given by draw" />)

  expect(screen.getByText('Given by draw: A PNG picture, truncated')).toBeInTheDocument()
  expect(screen.queryByRole('img')).toBeNull()
})

test.each(['data:image/png;base64,AAAA', 'data:image/svg+xml,%3Csvg/%3E'])('%s is shown', (url) => {
  renderInApp(<ToolPicture url={url} alt="Given by draw" />)

  expect(screen.getByRole('img', { name: 'Given by draw' })).toHaveAttribute('src', url)
})
