import type { Interrupt, InterruptAnswer } from '@lathe/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { listenForHotkeys } from '../../lib/hotkeys.ts'
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
      titleOf={(node) => node}
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

describe('a question', () => {
  test('is answered by its decision and the values of its form', async () => {
    const { sent, user } = show(ask)

    await user.type(screen.getByLabelText(/amount/), '20')
    await user.click(screen.getByRole('button', { name: /Refund/ }))

    await waitFor(() =>
      expect(sent).toEqual([{ 'ask-1': { kind: 'ask', decision: 'yes', values: { amount: 20 } } }]),
    )
  })

  test('is not answered while a required field is empty, and says which', async () => {
    const { sent, user } = show(ask)

    await user.click(screen.getByRole('button', { name: /Refund/ }))

    expect(await screen.findByText('Required')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText(/amount/)).toHaveFocus())
    expect(sent).toEqual([])
  })

  test('is declined without what its form requires', async () => {
    const { sent, user } = show(ask)

    await user.click(screen.getByRole('button', { name: /Decline/ }))

    await waitFor(() =>
      expect(sent).toEqual([{ 'ask-1': { kind: 'ask', decision: 'no', values: {} } }]),
    )
  })

  test('is decided by its key, also from within a field', async () => {
    const { sent, user } = show({ ...ask, form: null })

    await user.keyboard('{Alt>}2{/Alt}')

    await waitFor(() => expect(sent[0]?.['ask-1']).toMatchObject({ decision: 'no' }))
  })

  test('comes back when the server did not take the answer, with the reason', async () => {
    const { user } = show({ ...ask, form: null })

    await user.click(screen.getByRole('button', { name: /Refund/ }))

    expect(await screen.findByText('Could not answer the run')).toBeVisible()
    expect(screen.getByRole('button', { name: /Refund/ })).toBeVisible()
  })
})

describe('an approval', () => {
  test('is given by the key a', async () => {
    const { sent, user } = show(approval('one'))

    await user.keyboard('a')

    await waitFor(() =>
      expect(sent).toEqual([
        { 'approval-1': { kind: 'approval', decisions: [{ type: 'approve' }] } },
      ]),
    )
  })

  test('can change the arguments first', async () => {
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

  test('lets arguments without a schema be changed as JSON', async () => {
    const calls = [{ ...call('one'), schema: { type: 'object' } }]
    const { user } = show({ ...any, kind: 'approval', id: 'approval-1', calls })

    await user.keyboard('e')

    expect(await screen.findByRole('textbox', { name: 'Arguments' })).toHaveTextContent(
      'https://example.com/one',
    )
  })

  test('can be refused with a reason', async () => {
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

  test('of several calls is sent when each is decided, in their order', async () => {
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

  test('of several calls can be taken back until the last is decided', async () => {
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

test('several questions are answered together', async () => {
  const { sent, user } = show({ ...ask, form: null }, approval('one'))

  await user.click(screen.getByRole('button', { name: /Refund/ }))
  expect(sent).toEqual([])
  expect(await screen.findByText('1 answer remaining')).toBeVisible()
  await user.keyboard('a')

  await waitFor(() => expect(Object.keys(sent[0] ?? {})).toEqual(['ask-1', 'approval-1']))
})

describe('a call that may have taken effect', () => {
  const unsettled: Interrupt = { ...approval('one'), isUnsettled: true } as Interrupt

  test('is made again, or not, as somebody says', async () => {
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

  test('is left with a reason', async () => {
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

test('a question says when and where the run goes on without an answer', () => {
  show({ ...ask, form: null, deadlineAt: (Date.now() + 90_000) * 1_000 })

  expect(screen.getByText(/continues with Late in 1 m/)).toBeVisible()
})
