import type { Variant } from '@lathe/contract'
import { promptDocument } from '@lathe/graph'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenForHotkeys } from '../../lib/browser/hotkeys.ts'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { ComparisonHeader } from './comparison-header.tsx'
import { renderComparison } from './render-comparison.tsx'
import { cell, column, makeDetail, makePlan, row } from './testing.ts'

const { base } = column('a')
const document = base.type === 'prompt' ? promptDocument(base) : undefined

let stopServing = () => {}
let areMoved = false
beforeEach(() => {
  areMoved = false
  if (!document) throw new Error('no document')
  const draft = fake.agents.draft.handler(() => ({ revision: 1, document, hash: 'h', savedAt: 0 }))
  const prices = fake.models.prices.handler(() => [])
  const outdated = fake.comparisons.outdated.handler(() => ({ variants: areMoved ? ['a'] : [] }))
  stopServing = serveFake({ agents: { draft }, models: { prices }, comparisons: { outdated } })
})
afterEach(() => stopServing())

const ofDraft: Variant = {
  ...column('a'),
  base: { type: 'agent', agent: 'support', version: 'draft', overrides: {} },
}

const open = (variant: Variant) =>
  renderComparison(
    makeDetail({
      plan: makePlan({ variants: [variant], cases: [row('one')], evaluators: [] }),
      grid: [cell('a.one')],
      status: 'done',
    }),
    <ComparisonHeader />,
  )

test('a fully run comparison has nothing to run', async () => {
  open(column('a'))

  expect(await screen.findByText('All cells have run')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Run/ })).toHaveAttribute('aria-disabled', 'true')
})

test('shows the number of reused cells', async () => {
  renderComparison(
    makeDetail({ grid: [cell('a.one', { isReused: true }), cell('a.two')], status: 'done' }),
    <ComparisonHeader />,
  )

  expect(await screen.findByText('1 reused')).toBeVisible()
})

test('a draft that changed since its run can be run', async () => {
  areMoved = true
  open(ofDraft)

  expect(await screen.findByText(/^1 call · ~/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^Run/ })).not.toHaveAttribute('aria-disabled', 'true')
})

test('the shortcut runs the comparison from a field that handles Enter itself', async () => {
  const run = vi.fn<() => void>()
  stopServing()
  stopServing = serveFake({
    comparisons: {
      run: fake.comparisons.run.handler(() => {
        run()
        return makeDetail()
      }),
      edit: fake.comparisons.edit.handler(() => makeDetail()),
    },
    models: { prices: fake.models.prices.handler(() => []) },
  })
  const stopListening = listenForHotkeys()
  const plan = makePlan({ cases: [row('one')], evaluators: [] })
  const takesEnter = <input aria-label="Connection" onKeyDown={(event) => event.preventDefault()} />
  renderComparison(
    makeDetail({ plan }),
    <>
      <ComparisonHeader />
      {takesEnter}
    </>,
  )

  const field = await screen.findByRole('textbox', { name: 'Connection' })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })

  await waitFor(() => expect(run).toHaveBeenCalledOnce())
  stopListening()
})
