import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { Tree, type TreeRow } from './tree.tsx'

const leaf = (id: string, level: number): TreeRow => ({ id, level, isExpanded: undefined })

/** plan ▸ search, read; answer */
function Sample({ count = 0 }: { count?: number }) {
  const [selectedId, setSelectedId] = useState<string>()
  const [isOpen, setOpen] = useState(true)
  const rows: TreeRow[] = [
    { id: 'plan', level: 1, isExpanded: isOpen },
    ...(isOpen ? [leaf('search', 2), leaf('read', 2)] : []),
    leaf('answer', 1),
    ...Array.from({ length: count }, (_, index) => leaf(`more-${index}`, 1)),
  ]
  return (
    <Tree
      label="Spans"
      rows={rows}
      selectedId={selectedId}
      onSelect={setSelectedId}
      onToggle={(_, isExpanded) => setOpen(isExpanded)}
      renderRow={(row) => row.id}
    />
  )
}

const focused = () => document.activeElement?.textContent

async function start(count?: number) {
  const user = userEvent.setup()
  renderInApp(<Sample {...(count !== undefined && { count })} />)
  await user.tab()
  const press = async (keys: string) => {
    await user.keyboard(keys)
    await new Promise(requestAnimationFrame)
    return focused()
  }
  return { user, press }
}

describe('Tree', () => {
  test('Tree has one tab stop, at the first row', async () => {
    const { user } = await start()
    expect(focused()).toBe('plan')

    await user.tab()

    expect(document.body).toHaveFocus()
  })

  test('moves with arrows, letters, Home and End, and selects each row', async () => {
    const { press } = await start()

    expect(await press('{ArrowDown}')).toBe('search')
    expect(await press('j')).toBe('read')
    expect(await press('k')).toBe('search')
    expect(await press('{End}')).toBe('answer')
    expect(await press('{Home}')).toBe('plan')

    expect(screen.getByRole('treeitem', { selected: true })).toHaveTextContent('plan')
  })

  test('moves on from the focused row before the selection prop updates', async () => {
    const user = userEvent.setup()
    const selected: string[] = []
    renderInApp(
      <Tree
        label="Spans"
        rows={['one', 'two', 'three', 'four'].map((id) => leaf(id, 1))}
        selectedId="one"
        onSelect={(id) => selected.push(id)}
        onToggle={() => {}}
        renderRow={({ id }) => id}
      />,
    )

    await user.click(screen.getByRole('treeitem', { name: 'two' }))
    await user.keyboard('jj')

    expect(selected).toEqual(['two', 'three', 'four'])
    expect(screen.getByRole('treeitem', { selected: true })).toHaveTextContent('four')
  })

  test('stops at the first and last row', async () => {
    const { press } = await start()

    expect(await press('{ArrowUp}')).toBe('plan')
    expect(await press('{End}')).toBe('answer')
    expect(await press('{ArrowDown}')).toBe('answer')
  })

  test('moves right to the first child and left to the parent', async () => {
    const { press } = await start()

    expect(await press('{ArrowRight}')).toBe('search')
    expect(await press('{ArrowLeft}')).toBe('plan')
  })

  test('folds with left and unfolds with right without moving focus', async () => {
    const { press } = await start()

    expect(await press('{ArrowLeft}')).toBe('plan')
    expect(screen.queryByText('search')).toBeNull()
    expect(screen.getByRole('treeitem', { expanded: false })).toHaveTextContent('plan')

    expect(await press('l')).toBe('plan')
    expect(screen.getByText('search')).toBeInTheDocument()
  })

  test('folds on a click on the toggle and selects on a click elsewhere', async () => {
    const { user } = await start()
    const plan = screen.getByRole('treeitem', { name: 'plan' })

    await user.click(within(plan).getByText('plan'))
    expect(plan).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByText('search')).toBeInTheDocument()

    await user.click(plan.querySelector('svg') ?? plan)
    expect(screen.queryByText('search')).toBeNull()
  })

  test('exposes the position of each row although most rows are not rendered', async () => {
    await start(10_000)

    const answer = screen.getByRole('treeitem', { name: 'answer' })
    expect(answer).toHaveAttribute('aria-posinset', '2')
    expect(answer).toHaveAttribute('aria-setsize', '10002')
    expect(answer).toHaveAttribute('aria-level', '1')
    expect(screen.getByRole('treeitem', { name: 'read' })).toHaveAttribute('aria-setsize', '2')
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(60)
  })
})
