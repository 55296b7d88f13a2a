import type { CellStatus, ComparisonDetail } from '@lathe/contract'
import { fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { CaseEditor } from './cases/case-editor.tsx'
import { CellDetail } from './cells/cell-detail.tsx'
import { renderComparison } from './render-comparison.tsx'
import { cell, column, detailOf, planOf, row } from './testing.ts'
import { VariantMenu } from './variants/variant-menu.tsx'

const plan = planOf({ variants: [column('a')], cases: [row('one'), row('two')] })

let stopServing = () => {}
afterEach(() => stopServing())

/** With a cell of this status. */
function open(
  status: CellStatus,
  shown: (cells: ReturnType<typeof cell>[]) => ReactNode,
  fields: Partial<ComparisonDetail> = {},
) {
  const grid = [cell('a.one', { status })]
  const detail = detailOf({ plan, grid, ...fields })
  const asked: unknown[] = []
  const run = fake.comparisons.run.handler(({ input }) => {
    asked.push(input)
    return detail
  })
  const prices = fake.models.prices.handler(() => [])
  stopServing = serveFake({ comparisons: { run }, models: { prices } })
  renderComparison(detail, shown(grid))
  return asked
}

const places = {
  row: () => <CaseEditor row={row('one')} />,
  column: () => <VariantMenu variant={column('a')} />,
  cell: (cells: ReturnType<typeof cell>[]) => (
    <CellDetail
      baseline={undefined}
      cells={cells}
      variant="a"
      row={row('one')}
      repeat={0}
      onRepeat={() => {}}
    />
  ),
}

async function press(place: keyof typeof places, name: string) {
  if (place === 'column') fireEvent.click(await screen.findByRole('button', { name: 'More of A' }))
  const role = place === 'column' ? 'menuitem' : 'button'
  fireEvent.click(await screen.findByRole(role, { name }))
}

test.each([
  ['row', 'Run the row'],
  ['column', 'Run the column'],
  ['cell', 'Run it'],
] as const)(
  'a %s that only waits is run, and takes what was answered before',
  async (place, name) => {
    const asked = open('pending', places[place])

    await press(place, name)

    await expect.poll(() => asked).toMatchObject([{ again: false }])
  },
)

test.each([
  ['row', 'Run the row again'],
  ['column', 'Run the column again'],
  ['cell', 'Run it again'],
] as const)('a %s of which something has ended is asked anew', async (place, name) => {
  const asked = open('error', places[place])

  await press(place, name)

  await expect.poll(() => asked).toMatchObject([{ again: true }])
})

test.each([
  ['row', 'Run the row again', '1 call · about'],
  [
    'column',
    'Run the column again',
    'Asks anew, whatever has been answered before: 2 calls · about',
  ],
  ['cell', 'Run it again', '1 call · about'],
] as const)('a %s tells what it asks before it is asked', async (place, name, cost) => {
  open('success', places[place])

  if (place === 'column') fireEvent.click(await screen.findByRole('button', { name: 'More of A' }))

  await screen.findByText(name)
  expect(await screen.findByText(cost, { exact: false })).toBeVisible()
})

test.each([
  ['row', 'Run the row', false],
  ['row', 'Run the row', true],
  ['cell', 'Run it', true],
] as const)('a %s is asked for once while it is on its way', async (place, name, hasBegun) => {
  const asked = open(hasBegun ? 'running' : 'pending', places[place], { status: 'running' })

  await press(place, name)

  expect(await screen.findByText('It is on its way already')).toBeInTheDocument()
  expect(asked).toEqual([])
})

test('a column of which a part is on its way is run', async () => {
  const asked = open('running', places.column, { status: 'running' })

  await press('column', 'Run the column')

  await expect.poll(() => asked).toHaveLength(1)
})
