import type { Interrupt, InterruptAnswer } from '@lathe/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { listenForHotkeys } from '../../lib/browser/hotkeys.ts'
import { renderInApp } from '../../testing/render.tsx'
import { uuid } from '../../testing/event-factory.ts'
import { InterruptList } from './interrupt-list.tsx'

type Answers = Record<string, InterruptAnswer>

let stop = () => {}
afterEach(() => stop())

const any = { node: 'answer', title: 'Refund', createdAt: 0 }

const ask: Interrupt = {
  ...any,
  kind: 'ask',
  id: 'ask-1',
  message: 'Refund **20** euros?',
  form: {
    type: 'object',
    properties: { amount: { type: 'number' }, note: { type: 'string' } },
    required: ['amount'],
  },
  decisions: [
    { port: 'yes', label: 'Refund' },
    { port: 'no', label: 'Decline' },
  ],
  deadlineAt: null,
}

const call = (id: string) => ({
  id,
  name: 'http_get',
  args: { url: `https://example.com/${id}` },
  description: 'Fetches a page',
  schema: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
})

const approval = (...ids: string[]): Interrupt => ({
  ...any,
  kind: 'approval',
  id: 'approval-1',
  calls: ids.map(call),
})

function show(...interrupts: Interrupt[]) {
  const sent: Answers[] = []
  const stopServing = serveFake({
    runs: {
      resume: fake.runs.resume.handler(({ input, errors }) => {
        sent.push(input.answers)
        throw errors.CONFLICT({ data: { status: 'success', pending: [] } })
      }),
    },
  })
  const stopKeys = listenForHotkeys()
  renderInApp(
    <InterruptList
      runId={uuid(9)}
      interrupts={interrupts}
      getTitle={(node) => node}
      afterTimeout={() => 'Late'}
      Breakpoint={() => null}
    />,
  )
  stop = () => {
    stopServing()
    stopKeys()
  }
  return { sent, user: userEvent.setup() }
}

describe('AskForm', () => {
  test('submits a question with its decision and form values', async () => {
    const { sent, user } = show(ask)

    await user.type(screen.getByLabelText(/amount/), '20')
    await user.click(screen.getByRole('button', { name: /Refund/ }))

    await waitFor(() =>
      expect(sent).toEqual([{ 'ask-1': { kind: 'ask', decision: 'yes', values: { amount: 20 } } }]),
    )
  })

  test('keeps a question open and marks a required field that is empty', async () => {
    const { sent, user } = show(ask)

    await user.click(screen.getByRole('button', { name: /Refund/ }))

    expect(await screen.findByText('Required')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText(/amount/)).toHaveFocus())
    expect(sent).toEqual([])
  })

  test('declines a question without filling in its required fields', async () => {
    const { sent, user } = show(ask)

    await user.click(screen.getByRole('button', { name: /Decline/ }))

    await waitFor(() =>
      expect(sent).toEqual([{ 'ask-1': { kind: 'ask', decision: 'no', values: {} } }]),
    )
  })

  test('accepts the decision key inside a form field', async () => {
    const { sent, user } = show({ ...ask, form: null })

    await user.keyboard('{Alt>}2{/Alt}')

    await waitFor(() => expect(sent[0]?.['ask-1']).toMatchObject({ decision: 'no' }))
  })

  test('restores the question with the reason when the server rejects the answer', async () => {
    const { user } = show({ ...ask, form: null })

    await user.click(screen.getByRole('button', { name: /Refund/ }))

    expect(await screen.findByText('Could not answer the run')).toBeVisible()
    expect(screen.getByRole('button', { name: /Refund/ })).toBeVisible()
  })
})

describe('ApprovalForm', () => {
  test('approves a call on the key a', async () => {
    const { sent, user } = show(approval('one'))

    await user.keyboard('a')

    await waitFor(() =>
      expect(sent).toEqual([
        { 'approval-1': { kind: 'approval', decisions: [{ type: 'approve' }] } },
      ]),
    )
  })

  test('approves a call with changed arguments', async () => {
    const { sent, user } = show(approval('one'))

    await user.keyboard('e')
    const url = await screen.findByLabelText(/url/)
    await user.clear(url)
    await user.type(url, 'https://example.com/other')
    await user.click(screen.getByRole('button', { name: 'Approve with changes' }))

    await waitFor(() =>
      expect(sent[0]?.['approval-1']).toMatchObject({
        decisions: [{ type: 'edit', args: { url: 'https://example.com/other' } }],
      }),
    )
  })

  test('edits the arguments of a call without a schema as JSON', async () => {
    const calls = [{ ...call('one'), schema: { type: 'object' } }]
    const { user } = show({ ...any, kind: 'approval', id: 'approval-1', calls })

    await user.keyboard('e')

    expect(await screen.findByRole('textbox', { name: 'Arguments' })).toHaveTextContent(
      'https://example.com/one',
    )
  })

  test('rejects a call with a reason', async () => {
    const { sent, user } = show(approval('one'))

    await user.keyboard('x')
    await user.type(await screen.findByLabelText(/Reason/), 'Not this host')
    await user.click(screen.getByRole('button', { name: 'Reject' }))

    await waitFor(() =>
      expect(sent[0]?.['approval-1']).toMatchObject({
        decisions: [{ type: 'reject', reason: 'Not this host' }],
      }),
    )
  })

  test('submits the decisions of several calls in order once all are decided', async () => {
    const { sent, user } = show(approval('one', 'two'))

    await user.keyboard('a')
    expect(sent).toEqual([])
    await user.keyboard('x')
    await user.click(await screen.findByRole('button', { name: 'Reject' }))

    await waitFor(() =>
      expect(sent[0]?.['approval-1']).toMatchObject({
        decisions: [{ type: 'approve' }, { type: 'reject' }],
      }),
    )
  })

  test('lets a decision be changed until the last call is decided', async () => {
    const { sent, user } = show(approval('one', 'two'))

    await user.keyboard('a')
    await user.click(
      await screen.findByRole('button', { name: 'Change the decision for http_get' }),
    )
    await user.keyboard('x')
    const [first] = await screen.findAllByRole('button', { name: 'Reject' })
    if (first) await user.click(first)
    await user.keyboard('a')

    await waitFor(() =>
      expect(sent[0]?.['approval-1']).toMatchObject({
        decisions: [{ type: 'reject' }, { type: 'approve' }],
      }),
    )
  })
})

test('submits the answers of several questions together', async () => {
  const { sent, user } = show({ ...ask, form: null }, approval('one'))

  await user.click(screen.getByRole('button', { name: /Refund/ }))
  expect(sent).toEqual([])
  expect(await screen.findByText('1 answer remaining')).toBeVisible()
  await user.keyboard('a')

  await waitFor(() => expect(Object.keys(sent[0] ?? {})).toEqual(['ask-1', 'approval-1']))
})

describe('UnconfirmedForm', () => {
  const unsettled: Interrupt = { ...approval('one'), isUnconfirmed: true } as Interrupt

  test('repeats a call with an unconfirmed side effect on confirmation', async () => {
    const { sent, user } = show(unsettled)
    expect(screen.getByText(/may have taken effect/)).toBeVisible()

    await user.keyboard('a')

    await waitFor(() =>
      expect(sent[0]?.['approval-1']).toEqual({
        kind: 'approval',
        decisions: [{ type: 'approve' }],
      }),
    )
  })

  test('skips a call with an unconfirmed side effect and submits the reason', async () => {
    const { sent, user } = show(unsettled)

    await user.keyboard('x')
    await user.type(screen.getByLabelText('Reason'), 'Done by hand')
    await user.click(screen.getByRole('button', { name: 'Reject' }))

    await waitFor(() =>
      expect(sent[0]?.['approval-1']).toMatchObject({
        decisions: [{ type: 'reject', reason: 'Done by hand' }],
      }),
    )
  })
})

test('shows when and where the run continues without an answer', () => {
  show({ ...ask, form: null, deadlineAt: (Date.now() + 90_000) * 1_000 })

  expect(screen.getByText(/continues with Late in 1 m/)).toBeVisible()
})
