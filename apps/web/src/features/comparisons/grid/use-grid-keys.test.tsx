import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useHotkeyRegistry } from '../../../lib/hotkeys.ts'
import { renderComparison } from '../render-comparison.tsx'
import { contains, detailOf, planOf } from '../testing.ts'
import { useGridKeys } from './use-grid-keys.ts'

function Keys({ asksPeople }: { asksPeople: boolean }) {
  const nothing = () => undefined
  useGridKeys({
    rows: [],
    active: { row: 0, column: 0 },
    asksPeople,
    onMove: nothing,
    onRate: nothing,
    nextUnrated: nothing,
  })
  return 'the grid'
}

async function listed(asksPeople: boolean) {
  const detail = detailOf({ plan: planOf({ checks: [contains] }) })
  renderComparison(detail, <Keys asksPeople={asksPeople} />)
  await screen.findByText('the grid')
  return useHotkeyRegistry.getState().hotkeys.flatMap(({ keys }) => keys ?? [])
}

test('the keys of the grid are listed', async () => {
  expect(await listed(false)).toEqual(expect.arrayContaining(['j', 'k', 'l', 'h']))
})

test('those that judge are listed where a check asks people', async () => {
  expect(await listed(true)).toEqual(expect.arrayContaining(['y', 'n', 'u', '.']))
})

test('and not where none does', async () => {
  expect(await listed(false)).not.toContain('y')
})
