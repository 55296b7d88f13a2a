import type { Feedback, FeedbackConfig } from '@lathe/contract'
import { Notifications } from '@mantine/notifications'
import { screen } from '@testing-library/react'
import { ORPCError } from '@orpc/client'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { span } from '../testing.ts'
import { SpanFeedback } from './feedback.tsx'

let stop = () => {}
afterEach(() => {
  vi.useRealTimers()
  stop()
})

const createFeedback = (number: number, overrides: Partial<Feedback>): Feedback => ({
  id: uuid(number),
  spanId: uuid(1),
  key: 'helpful',
  score: 1,
  value: null,
  comment: null,
  correction: null,
  source: 'app',
  createdAt: 0,
  modifiedAt: 0,
  ...overrides,
})

const verdictConfig: FeedbackConfig = {
  key: 'verdict',
  type: 'categorical',
  min: null,
  max: null,
  categories: [
    { value: 0, label: 'wrong' },
    { value: 1, label: 'right' },
  ],
  isLowerBetter: false,
  modifiedAt: 0,
}

function showFeedback(...initialFeedback: Feedback[]) {
  const edited: unknown[] = []
  stop = serveFake({
    feedbackConfigs: {
      list: fake.feedbackConfigs.list.handler(() => [
        verdictConfig,
        { ...verdictConfig, key: 'seconds', type: 'continuous', min: 0, max: 60, categories: [] },
        { ...verdictConfig, key: 'remark', type: 'freeform', categories: [] },
      ]),
    },
    traces: {
      addFeedback: fake.traces.addFeedback.handler(({ input }) => {
        initialFeedback.push(
          createFeedback(9, { key: input.key, score: input.score, comment: input.comment }),
        )
        return createFeedback(9, {})
      }),
      feedback: fake.traces.feedback.handler(() => initialFeedback),
      editFeedback: fake.traces.editFeedback.handler(({ input }) => {
        edited.push(input)
        return Object.assign(initialFeedback[0] ?? createFeedback(2, {}), input)
      }),
    },
  })
  renderInApp(
    <>
      <Notifications />
      <SpanFeedback span={span()} />
    </>,
  )
  return { edited, stored: initialFeedback }
}

test("a person's feedback can be edited, a program's cannot", async () => {
  const user = userEvent.setup()
  const { edited } = showFeedback(
    createFeedback(2, { comment: 'Goood' }),
    createFeedback(3, { key: 'judged', source: 'api' }),
  )

  await user.click(await screen.findByRole('button', { name: 'Edit helpful' }))
  const comment = await screen.findByRole('textbox', { name: 'Comment' })
  await user.clear(comment)
  await user.type(comment, 'Good')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Good')).toBeVisible()
  expect(edited).toEqual([{ id: uuid(2), score: 1, comment: 'Good' }])
  expect(screen.queryByRole('button', { name: 'Edit judged' })).not.toBeInTheDocument()
})

test('shows feedback that a program adds while the trace is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const storedFeedback = showFeedback(createFeedback(2, {})).stored
  await screen.findByText('helpful')

  storedFeedback.push(createFeedback(3, { key: 'judged', source: 'api' }))
  await vi.advanceTimersByTimeAsync(1_500)

  expect(await screen.findByText('judged')).toBeVisible()
})

test('polls a failing server rarely', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let requestCount = 0
  const feedback = fake.traces.feedback.handler(() => {
    requestCount += 1
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  })
  stop = serveFake({ traces: { feedback } })
  renderInApp(<SpanFeedback span={span()} />)
  await expect.poll(() => requestCount).toBe(1)

  await vi.advanceTimersByTimeAsync(15_000)

  expect(requestCount).toBe(1)
})

test('deleted feedback can be restored with undo', async () => {
  const user = userEvent.setup()
  showFeedback(createFeedback(2, { comment: 'Took long to write' }))

  await user.click(await screen.findByRole('button', { name: 'Delete helpful' }))
  expect(screen.queryByText('Took long to write')).not.toBeInTheDocument()

  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Took long to write')).toBeVisible()
})

test('a categorical score is chosen from its categories', async () => {
  const user = userEvent.setup()
  const { stored: storedFeedback } = showFeedback()

  await user.click(await screen.findByRole('button', { name: 'Add feedback' }))
  await user.type(await screen.findByRole('combobox', { name: 'Score name' }), 'verdict')
  await user.click(await screen.findByRole('radio', { name: 'right' }))
  await user.click(screen.getByRole('button', { name: 'Add' }))

  expect(await screen.findByText('right')).toBeVisible()
  expect(storedFeedback).toMatchObject([{ key: 'verdict', score: 1 }])
})

test('rejects a score outside its scale and states why', async () => {
  const user = userEvent.setup()
  const { stored: storedFeedback } = showFeedback()

  await user.click(await screen.findByRole('button', { name: 'Add feedback' }))
  await user.type(await screen.findByRole('combobox', { name: 'Score name' }), 'seconds')
  await user.type(await screen.findByRole('textbox', { name: 'Score' }), '61')
  const add = screen.getByRole('button', { name: 'Add' })
  await user.click(add)

  expect(add).toHaveAccessibleDescription('The maximum is 60')
  expect(screen.getByText('0 to 60')).toBeVisible()
  expect(storedFeedback).toEqual([])
})

test('a score can be typed and submitted by keyboard', async () => {
  const user = userEvent.setup()
  const { stored: storedFeedback } = showFeedback()

  await user.click(await screen.findByRole('button', { name: 'Add feedback' }))
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Nearly')
  await user.type(screen.getByRole('combobox', { name: 'Score name' }), 'close')
  await user.type(screen.getByRole('textbox', { name: 'Score' }), '0.90{Enter}')

  await expect
    .poll(() => storedFeedback)
    .toMatchObject([{ key: 'close', score: 0.9, comment: 'Nearly' }])
})

test('a selected category can be deselected', async () => {
  const user = userEvent.setup()
  const { stored: storedFeedback } = showFeedback()

  await user.click(await screen.findByRole('button', { name: 'Add feedback' }))
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Hm')
  await user.type(screen.getByRole('combobox', { name: 'Score name' }), 'verdict')
  await user.click(await screen.findByRole('radio', { name: 'right' }))
  await user.click(screen.getByRole('radio', { name: 'right' }))
  await user.click(screen.getByRole('button', { name: 'Add' }))

  await expect
    .poll(() => storedFeedback)
    .toMatchObject([{ key: 'verdict', score: null, comment: 'Hm' }])
})

test.each([
  ['verdict', 0.5],
  ['verdict', true],
  ['seconds', 61],
  ['remark', 0.3],
])('editing the comment of %s keeps the score %j', async (key, score) => {
  const user = userEvent.setup()
  const { edited } = showFeedback(createFeedback(2, { key, score, comment: 'Goood' }))

  await user.click(await screen.findByRole('button', { name: `Edit ${key}` }))
  const comment = await screen.findByRole('textbox', { name: 'Comment' })
  await user.clear(comment)
  await user.type(comment, 'Good')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  await expect.poll(() => edited).toEqual([{ id: uuid(2), score, comment: 'Good' }])
})
