import type { Span, SpanDetail } from '@lathe/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../../../testing/fake-api.ts'
import { renderWorkbench } from '../../../render-workbench.tsx'
import { graph } from '../../../testing.ts'
import { FormScopeContext } from '../../fields/form-scope.ts'
import { id, run, span, trace } from '../../visits/testing.ts'
import { PromptPreview } from './prompt-preview.tsx'

let stop = () => {}
afterEach(() => stop())

/** Two runs: only the older one reached the node, twice. */
function servePast() {
  const runs = [run('02', 'newer'), run('01', 'older')]
  const visits = [span('11', id('01'), 'answer'), span('12', id('01'), 'answer')]
  const detail = (found: Span): SpanDetail => ({
    ...found,
    inputs: found.id === id('11') ? { topic: 'first' } : { topic: 'second', mood: null },
    outputs: null,
    events: [],
    metadata: {},
  })
  stop = serveFake({
    runs: { list: fake.runs.list.handler(() => ({ items: runs, hasMore: false })) },
    traces: {
      get: fake.traces.get.handler(({ input }) => ({
        trace: trace(input.id),
        spans: input.id === id('01') ? visits : [span('21', id('02'), 'other')],
      })),
      span: fake.traces.span.handler(({ input }) =>
        detail(visits.find((visit) => visit.id === input.spanId) ?? span('99', id('01'), 'x')),
      ),
    },
  })
}

const document = graph({
  state: { topic: { type: 'string' }, mood: { type: 'string' } },
  input: ['topic'],
})

const show = (text: string, example = {}) =>
  renderWorkbench(
    <FormScopeContext value={{ node: 'answer' }}>
      <PromptPreview messages={[{ role: 'user', text }]} />
    </FormScopeContext>,
    { document, example },
  )

test('the preview uses the newest run that reached the node and lists missing values', async () => {
  servePast()
  await show('About {{topic}}, {{mood}}')

  expect(await screen.findByText('second')).toHaveAttribute('title', 'topic')
  expect(screen.getByText('mood is missing')).toBeVisible()
})

test('the preview can show another visit and another run', async () => {
  servePast()
  await show('About {{topic}}')
  const user = userEvent.setup()

  await user.click(await screen.findByRole('combobox', { name: 'Visit' }))
  await user.click(await screen.findByRole('option', { name: /^1 of 2/, hidden: true }))
  expect(await screen.findByText('first')).toBeVisible()

  await user.click(screen.getByRole('combobox', { name: 'Values from run' }))
  await user.click(await screen.findByRole('option', { name: /^newer/, hidden: true }))
  expect(await screen.findByText(/did not reach this node/)).toBeVisible()
})

test('the preview uses the example before any run and omits a blank message', async () => {
  stop = serveFake({
    runs: { list: fake.runs.list.handler(() => ({ items: [], hasMore: false })) },
  })
  const view = await show('{{topic}}', { topic: 'tides' })

  expect(await screen.findByText('tides')).toBeVisible()
  view.unmount()

  await show('{{mood}}')
  expect(await screen.findByText(/blank, so it is omitted/)).toBeVisible()
})
