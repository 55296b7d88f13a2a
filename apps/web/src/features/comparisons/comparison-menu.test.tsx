import type { ComparisonDetail } from '@lathe/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderComparison } from './render-comparison.tsx'
import { cell, makeDetail } from './testing.ts'
import { ComparisonMenu } from './comparison-menu.tsx'

const grid = [cell('a.one'), cell('b.one', { status: 'error' })]
const cells = { total: 6, done: 2, failed: 1 }

async function openMenu(fields: Partial<ComparisonDetail>) {
  renderComparison(makeDetail({ grid, cells, ...fields }), <ComparisonMenu />)
  fireEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  return {
    failed: await screen.findByRole('menuitem', { name: 'Rerun 1 failed' }),
    everything: screen.getByRole('menuitem', { name: 'Rerun all' }),
  }
}

test('explains why reruns are disabled during a run', async () => {
  const { failed, everything } = await openMenu({ status: 'running' })

  for (const item of [failed, everything]) {
    expect(item).toHaveAttribute('aria-disabled', 'true')
    act(() => item.focus())
    expect(item).toHaveFocus()
    expect(item).toHaveAccessibleDescription('Wait for the run to end, or stop it')
  }
})

test('disabled items state why and can be reached by arrow keys', async () => {
  await openMenu({ status: 'done' })
  const vote = screen.getByRole('menuitem', { name: 'Vote blind' })
  const undo = screen.getByRole('menuitem', { name: 'Undo' })

  act(() => vote.focus())
  fireEvent.keyDown(vote, { key: 'ArrowDown' })

  expect(undo).toHaveFocus()
  expect(undo).toHaveAccessibleDescription('Nothing to undo')
})

test('a finished comparison can be rerun', async () => {
  const { failed, everything } = await openMenu({ status: 'done' })

  expect(failed).toHaveAttribute('aria-disabled', 'false')
  expect(failed).not.toHaveAccessibleDescription()
  expect(everything).toHaveAttribute('aria-disabled', 'false')
  expect(everything).toHaveAccessibleDescription(/runs again/i)
})
