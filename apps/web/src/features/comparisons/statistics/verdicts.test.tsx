import type { Cell, ToldVerdict } from '@lathe/contract'
import { type Ballot, compute, questionOf, yardsticksOf } from '@lathe/verdicts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderComparison } from '../render-comparison.tsx'
import { cell, detailOf, failed, passed, planOf } from '../testing.ts'
import { Verdicts } from './verdicts.tsx'

const RAN_ONCE = /ran once on each case/

/** Both columns of these rows, with an outcome each. */
const ranOn = (...rows: string[]): Cell[] =>
  rows.flatMap((row) => [
    cell(`a.${row}`, { evaluations: { k: passed } }),
    cell(`b.${row}`, { evaluations: { k: failed } }),
  ])

function concluded(grid: Cell[], repeats = 1) {
  const plan = planOf({ repeats })
  const [yardstick] = yardsticksOf(plan.checks)
  const question = yardstick && questionOf(plan, grid, yardstick)
  if (!question) throw new Error('nothing to compare')
  const statistics = compute(question)
  const told: ToldVerdict = {
    by: yardstick.id,
    variants: statistics.comparisons.map(({ variant, ruling, sentence }) => ({
      variant: 'b',
      name: variant,
      ruling,
      sentence,
    })),
  }
  return { detail: detailOf({ plan, grid, told }), yardstick, statistics, told }
}

const said = async () => (await screen.findByText(/./, { selector: 'p' })).textContent

test.each([
  ['one case of three', ranOn('one'), false],
  ['two cases of three', ranOn('one', 'two'), true],
])('what is told of %s is what its figures say', async (_, grid, ranOnce) => {
  const { detail, yardstick, statistics, told } = concluded(grid)

  const first = renderComparison(
    detail,
    <Verdicts statistics={undefined} yardstick={yardstick} told={told} />,
  )
  const before = await said()
  first.unmount()
  renderComparison(detail, <Verdicts statistics={statistics} yardstick={yardstick} told={told} />)

  expect(await said()).toBe(before)
  expect(RAN_ONCE.test(before)).toBe(ranOnce)
})

test('what votes say is told before their intervals are here', async () => {
  const { detail, yardstick } = concluded(ranOn('one', 'two'))
  const votes = ['one', 'two'].map((caseId): Ballot['votes'][number] => ({
    caseId,
    first: 'A',
    second: 'B',
    winner: 'second',
  }))

  renderComparison(
    detail,
    <Verdicts
      statistics={undefined}
      yardstick={yardstick}
      told={null}
      ballot={{ names: ['A', 'B'], votes }}
    />,
  )

  expect(await screen.findByText(/^B by votes: /)).toBeVisible()
  expect(screen.getAllByText(/^strength [+−][\d.]+$/)).toHaveLength(2)
  for (const strength of screen.getAllByRole('listitem')) expect(strength.children).toHaveLength(3)
})

test('the room for the noise of the baseline is read to nobody', async () => {
  const { detail, yardstick, told } = concluded(ranOn('one', 'two'), 2)

  renderComparison(detail, <Verdicts statistics={undefined} yardstick={yardstick} told={told} />)

  expect(await screen.findByText(/differs from itself/)).toHaveAttribute('aria-hidden', 'true')
  expect(screen.queryByText(RAN_ONCE)).toBeNull()
})
