import type { ComparisonDetail, Suite } from '@lathe/contract'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderComparison } from '../render-comparison.tsx'
import { detailOf, planOf } from '../testing.ts'
import { KeepSuite } from './keep-suite.tsx'

let stop = () => {}
afterEach(() => stop())

const open = (fields: Partial<ComparisonDetail>, suites: Suite[] = []) => {
  stop = serveFake({ suites: { list: fake.suites.list.handler(() => suites) } })
  renderComparison(
    detailOf(fields),
    <>
      <KeepSuite />
      <p>There</p>
    </>,
  )
}

test('what has run becomes a suite with one press, named and held against as it was compared', async () => {
  open({ status: 'done', name: 'Tides' })

  fireEvent.click(await screen.findByRole('button', { name: 'Regression suite' }))

  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Tides')
  expect(screen.getByRole('combobox', { name: 'Hold versions against' })).toHaveValue('B')
})

test('the suite that was saved from it is a press away', async () => {
  const { id } = detailOf()
  const suite = { id: '0198c0de-7000-7000-8000-000000000009', name: 'Tides', agent: 'tides' }
  const figures = { baselineVersion: 1, cases: 3, runs: 0, createdAt: 0 }
  open({ status: 'done' }, [{ ...suite, ...figures, from: { id, name: 'Prompts' } }])

  expect(await screen.findByRole('link', { name: 'Regression suite' })).toHaveAttribute(
    'href',
    `/compare/suites/${suite.id}`,
  )
})

test.each<[string, Partial<ComparisonDetail>]>([
  ['has not run', { status: 'draft' }],
  ['is a run of a suite', { status: 'done', suiteId: '0198c0de-7000-7000-8000-000000000009' }],
  ['has no check', { status: 'done', plan: planOf({ checks: [] }) }],
])('what %s is no suite yet', async (_, fields) => {
  open(fields)

  expect(await screen.findByText('There')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Regression suite' })).toBeNull()
})
