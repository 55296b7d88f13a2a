import type { RunVersion, Variant, ComparisonDetail, Suite } from '@lathe/contract'
import { screen, fireEvent } from '@testing-library/react'
import { expect, test, afterEach } from 'vitest'
import { renderComparison } from '../render-comparison.tsx'
import { makeDetail, makePlan } from '../testing.ts'
import { SaveSuite, OfferSuite } from './save-suite.tsx'
import { fake, serveFake } from '../../../testing/fake-api.ts'

const runs = (key: string, version: RunVersion): Variant => ({
  key,
  name: `Runs ${version}`,
  base: { type: 'agent', agent: 'asker', version, overrides: {} },
})

const openSaveSuite = (variants: Variant[]) =>
  renderComparison(
    makeDetail({ plan: makePlan({ variants }) }),
    <SaveSuite isOpen onClose={() => {}} />,
  )

const findBaselineSelect = () => screen.findByRole('combobox', { name: 'Baseline' })

test('does not offer a draft as baseline and states why', async () => {
  openSaveSuite([runs('a', 'draft')])

  expect(await findBaselineSelect()).toHaveValue('Runs draft')
  expect(screen.getByRole('note')).toHaveTextContent(/^A draft cannot be a baseline/)
  expect(screen.getByRole('button', { name: 'Save suite' })).toHaveAttribute('data-disabled')
})

test('prefers a version over a draft as baseline', async () => {
  openSaveSuite([runs('a', 'draft'), runs('b', 2)])

  expect(await findBaselineSelect()).toHaveValue('Runs 2')
  expect(screen.queryByRole('note')).not.toBeInTheDocument()
})

test('states that a changed version is compared with its changes', async () => {
  const base = { type: 'agent' as const, agent: 'asker', version: 2 }
  const overrides = { answer: { tools: ['search'] } }
  openSaveSuite([{ key: 'a', name: 'Searching', base: { ...base, overrides } }])

  expect(await findBaselineSelect()).toHaveValue('Searching')
  expect(screen.getByRole('note')).toHaveTextContent(/including these changes/)
  expect(screen.getByRole('button', { name: 'Save suite' })).not.toHaveAttribute('data-disabled')
})

let stop = () => {}
afterEach(() => stop())

const openKeepSuite = (fields: Partial<ComparisonDetail>, suites: Suite[] = []) => {
  stop = serveFake({ suites: { list: fake.suites.list.handler(() => suites) } })
  renderComparison(
    makeDetail(fields),
    <>
      <OfferSuite />
      <p>There</p>
    </>,
  )
}

test('offers to save a finished comparison as a suite with its name and baseline', async () => {
  openKeepSuite({ status: 'done', name: 'Tides' })

  fireEvent.click(await screen.findByRole('button', { name: 'Regression suite' }))

  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Tides')
  expect(screen.getByRole('combobox', { name: 'Baseline' })).toHaveValue('B')
})

test('links to the suite saved from this comparison', async () => {
  const { id } = makeDetail()
  const suite = { id: '0198c0de-7000-7000-8000-000000000009', name: 'Tides', agent: 'tides' }
  const figures = { baselineVersion: 1, cases: 3, runs: 0, createdAt: 0 }
  openKeepSuite({ status: 'done' }, [{ ...suite, ...figures, from: { id, name: 'Prompts' } }])

  expect(await screen.findByRole('link', { name: 'Regression suite' })).toHaveAttribute(
    'href',
    `/compare/suites/${suite.id}`,
  )
})

test.each<[string, Partial<ComparisonDetail>]>([
  ['has not run', { status: 'draft' }],
  ['is a run of a suite', { status: 'done', suiteId: '0198c0de-7000-7000-8000-000000000009' }],
  ['has no evaluator', { status: 'done', plan: makePlan({ evaluators: [] }) }],
])('does not offer a suite for a comparison that %s', async (_, fields) => {
  openKeepSuite(fields)

  expect(await screen.findByText('There')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Regression suite' })).toBeNull()
})
