import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderComparison } from '../render-comparison.tsx'
import { cell, contains, makeDetail, failed, makePlan } from '../testing.ts'
import { ColumnFacts } from './column-facts.tsx'

const nice = { key: 'h', name: 'Nice', evaluator: { kind: 'human', question: '' } } as const

async function namesBeside(evaluators: (typeof contains | typeof nice)[], hasRate: boolean) {
  const plan = makePlan({ evaluators })
  const cells = [cell('a.one', { evaluations: { k: failed } })]
  const facts = <ColumnFacts cells={cells} rate={undefined} hasRate={hasRate} />
  renderComparison(makeDetail({ plan, grid: cells }), facts)
  await screen.findByText('p50 / p95')
  return screen.getAllByRole('term').map(({ textContent }) => textContent)
}

test('shows a second evaluator that decided while the selected one has not', async () => {
  expect(await namesBeside([nice, contains], true)).toContain('Contains')
  expect(screen.getByText('0 %')).toBeInTheDocument()
})

test('shows the only evaluator if another metric is selected', async () => {
  expect(await namesBeside([contains], false)).toContain('Contains')
})

test('shows the only evaluator once', async () => {
  expect(await namesBeside([contains], true)).not.toContain('Contains')
})

test('reserves space for the summary during a run and hides it from screen readers', async () => {
  const plan = makePlan({ evaluators: [contains] })
  const facts = (isAwaited: boolean) => (
    <ColumnFacts cells={[]} rate={undefined} hasRate isPending={isAwaited} />
  )

  const running = renderComparison(makeDetail({ plan }), facts(true))
  expect(await screen.findByText('p50 / p95')).toBeInTheDocument()
  expect(screen.queryAllByRole('term')).toEqual([])
  running.unmount()

  renderComparison(makeDetail({ plan }), <>{facts(false)}shown</>)
  await screen.findByText('shown')
  expect(screen.queryByText('p50 / p95')).toBeNull()
})
