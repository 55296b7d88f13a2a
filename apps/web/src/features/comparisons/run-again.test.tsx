import type { CellStatus, ComparisonDetail } from '@lathe/contract'
import { fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { CaseEditor } from './cases/case-editor.tsx'
import { CellDetail } from './cells/cell-detail.tsx'
import { renderComparison } from './render-comparison.tsx'
import { cell, column, makeDetail, makePlan, row } from './testing.ts'
import { VariantMenu } from './variants/variant-menu.tsx'

const plan = makePlan({ variants: [column('a')], cases: [row('one'), row('two')] })

let stopServing = () => {}
afterEach(() => stopServing())

/** Renders the part with a cell of this status. */
function open(
  status: CellStatus,
  shown: (cells: ReturnType<typeof cell>[]) => ReactNode,
  fields: Partial<ComparisonDetail> = {},
) {
  const grid = [cell('a.one', { status })]
  const detail = makeDetail({ plan, grid, ...fields })
  const requests: unknown[] = []
  const run = fake.comparisons.run.handler(({ input }) => {
    requests.push(input)
    return detail
  })
  const prices = fake.models.prices.handler(() => [])
  stopServing = serveFake({ comparisons: { run }, models: { prices } })
  renderComparison(detail, shown(grid))
  return requests
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
  if (place === 'column')
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for A' }))
  const role = place === 'column' ? 'menuitem' : 'button'
  fireEvent.click(await screen.findByRole(role, { name }))
}

test.each([
  ['row', 'Run row'],
  ['column', 'Run column'],
  ['cell', 'Run cell'],
] as const)('running a queued %s reuses existing results', async (place, name) => {
  const requests = open('pending', places[place])

  await press(place, name)

  await expect.poll(() => requests).toMatchObject([{ rerun: false }])
})

test.each([
  ['row', 'Rerun row'],
  ['column', 'Rerun column'],
  ['cell', 'Rerun cell'],
] as const)('rerunning a %s bypasses existing results', async (place, name) => {
  const requests = open('error', places[place])

  await press(place, name)

  await expect.poll(() => requests).toMatchObject([{ rerun: true }])
})

test.each([
  ['row', 'Rerun row', '1 call · ~'],
  ['column', 'Rerun column', 'Runs again even if results exist: 2 calls · ~'],
  ['cell', 'Rerun cell', '1 call · ~'],
] as const)('a %s shows its estimated cost', async (place, name, cost) => {
  open('success', places[place])

  if (place === 'column')
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for A' }))

  await screen.findByText(name)
  expect(await screen.findByText(cost, { exact: false })).toBeVisible()
})

test.each([
  ['row', 'Run row', false],
  ['row', 'Run row', true],
  ['cell', 'Run cell', true],
] as const)('a %s cannot be started twice', async (place, name, hasBegun) => {
  const requests = open(hasBegun ? 'running' : 'pending', places[place], { status: 'running' })

  await press(place, name)

  expect(await screen.findByText('Already queued or running')).toBeInTheDocument()
  expect(requests).toEqual([])
})

test('a column that runs in part can be run', async () => {
  const requests = open('running', places.column, { status: 'running' })

  await press('column', 'Run column')

  await expect.poll(() => requests).toHaveLength(1)
})
