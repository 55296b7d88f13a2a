import type { ComparisonDetail } from '@lathe/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderComparison } from '../render-comparison.tsx'
import { cell, detailOf } from '../testing.ts'
import { ComparisonMenu } from './comparison-menu.tsx'

const grid = [cell('a.one'), cell('b.one', { status: 'error' })]
const cells = { total: 6, done: 2, failed: 1 }

async function openMenu(fields: Partial<ComparisonDetail>) {
  renderComparison(detailOf({ grid, cells, ...fields }), <ComparisonMenu />)
  fireEvent.click(await screen.findByRole('button', { name: 'More of this comparison' }))
  return {
    failed: await screen.findByRole('menuitem', { name: 'Run the 1 failed again' }),
    everything: screen.getByRole('menuitem', { name: 'Run everything again' }),
  }
}

test('why nothing is run again while it runs is said', async () => {
  const { failed, everything } = await openMenu({ status: 'running' })

  for (const item of [failed, everything]) {
    expect(item).toHaveAttribute('aria-disabled', 'true')
    act(() => item.focus())
    expect(item).toHaveFocus()
    expect(item).toHaveAccessibleDescription('Not before this run has ended, or is stopped')
  }
})

test('what cannot be done says why, and stays in reach of the arrow keys', async () => {
  await openMenu({ status: 'done' })
  const vote = screen.getByRole('menuitem', { name: 'Vote blind' })
  const undo = screen.getByRole('menuitem', { name: 'Undo the last edit' })

  act(() => vote.focus())
  fireEvent.keyDown(vote, { key: 'ArrowDown' })

  expect(undo).toHaveFocus()
  expect(undo).toHaveAccessibleDescription('Nothing has been edited here yet')
})

test('what has ended can be run again', async () => {
  const { failed, everything } = await openMenu({ status: 'done' })

  expect(failed).toHaveAttribute('aria-disabled', 'false')
  expect(failed).not.toHaveAccessibleDescription()
  expect(everything).toHaveAttribute('aria-disabled', 'false')
  expect(everything).toHaveAccessibleDescription(/asks anew/i)
})
