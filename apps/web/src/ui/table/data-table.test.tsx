import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listenForHotkeys } from '../../lib/browser/hotkeys.ts'
import { renderInApp } from '../../testing/render.tsx'
import { DataTable, type DataTableOptions } from './data-table.tsx'

type Run = { id: string; ms: number }

const columns = [
  { id: 'id', header: 'Run', cell: (run: Run) => run.id },
  { id: 'ms', header: 'Duration', isNumeric: true, cell: (run: Run) => run.ms },
  { id: 'act', header: 'Act', cell: () => <button type="button">Stop</button> },
]
const runs = (count: number): Run[] =>
  Array.from({ length: count }, (_, index) => ({ id: `run-${index}`, ms: index }))

const onOpen = vi.fn<(run: Run) => void>()
const onPeek = vi.fn<(run: Run) => void>()
const onMove = vi.fn<(run: Run) => void>()
beforeEach(() => vi.clearAllMocks())

function start(count: number, options: DataTableOptions<Run> = {}) {
  renderInApp(
    <DataTable
      label="Runs"
      columns={columns}
      rows={runs(count)}
      rowId={(run) => run.id}
      onOpen={onOpen}
      onPreview={onPeek}
      onMove={onMove}
      options={options}
    />,
  )
  return userEvent.setup()
}

const focused = () => document.activeElement?.querySelector('td')?.textContent

describe('DataTable', () => {
  test('keeps its columns when there are no rows', () => {
    start(0, { empty: <p>No runs match</p> })

    expect(screen.getByRole('columnheader', { name: 'Duration' })).toBeVisible()
    expect(screen.getByText('No runs match')).toBeVisible()
  })

  test('renders only the rows in view and exposes the total count', () => {
    start(10_000)

    expect(screen.getAllByRole('row').length).toBeLessThan(60)
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '10001')
  })

  test('leaves the focus to a field that opens right after a key', async () => {
    const user = start(3)
    await user.tab()
    const field = document.createElement('input')
    document.body.append(field)

    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'j' })
    field.focus()
    await new Promise((resolve) => requestAnimationFrame(resolve))

    expect(field).toHaveFocus()
    field.remove()
  })

  test('reserves space for the rows between the focused row and the visible rows', async () => {
    start(1_000)
    const scroll = screen.getByRole('table').parentElement
    if (!scroll) throw new Error('the table has no frame')

    scroll.scrollTop = 500 * 32
    fireEvent.scroll(scroll)
    const shown = (await screen.findByText('run-500')).closest('tr')

    const before: number[] = []
    for (let row = shown?.previousElementSibling; row; row = row.previousElementSibling)
      before.push(row instanceof HTMLElement ? Number.parseInt(row.style.height, 10) : 0)
    expect(before.reduce((sum, height) => sum + height, 0)).toBe(500 * 32)
    expect(screen.getByText('run-0')).toBeInTheDocument()
  })

  test('moves the focus with arrows, letters, Home and End', async () => {
    const user = start(5)
    await user.tab()
    await waitFor(() => expect(focused()).toBe('run-0'))

    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(focused()).toBe('run-1'))
    await user.keyboard('j')
    await waitFor(() => expect(focused()).toBe('run-2'))
    await user.keyboard('k')
    await waitFor(() => expect(focused()).toBe('run-1'))
    await user.keyboard('{End}')
    await waitFor(() => expect(focused()).toBe('run-4'))
    await user.keyboard('{Home}')
    await waitFor(() => expect(focused()).toBe('run-0'))
  })

  test('opens with Enter and peeks with Space', async () => {
    const user = start(3)
    await user.tab()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(focused()).toBe('run-1'))

    await user.keyboard('{Enter}')
    await user.keyboard(' ')

    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ id: 'run-1', ms: 1 })
    expect(onPeek).toHaveBeenCalledExactlyOnceWith({ id: 'run-1', ms: 1 })
  })

  test('reports the row that receives keyboard focus', async () => {
    const user = start(3)
    await user.tab()

    await user.keyboard('{ArrowDown}{ArrowDown}')

    await waitFor(() => expect(focused()).toBe('run-2'))
    expect(onMove.mock.calls.map(([row]) => row.id)).toEqual(['run-1', 'run-2'])
  })

  test('reports both rows when Shift and an arrow key extend the selection', async () => {
    const onExtend = vi.fn<(from: Run, to: Run) => void>()
    const user = start(3, { onExtend })
    const stop = listenForHotkeys()
    await user.tab()

    await user.keyboard('{Shift>}J{ArrowDown}K{/Shift}')
    stop()

    expect(onExtend.mock.calls.map(([from, to]) => [from.ms, to.ms])).toEqual([
      [0, 1],
      [1, 2],
      [2, 1],
    ])
    await waitFor(() => expect(focused()).toBe('run-1'))
  })

  test('opens on a row click, but not on a click on a nested button', async () => {
    const user = start(3)

    await user.click(screen.getAllByRole('button', { name: 'Stop' })[1] ?? document.body)
    expect(onOpen).not.toHaveBeenCalled()

    await user.click(screen.getByText('run-1'))
    expect(onOpen).toHaveBeenCalledTimes(1)
  })

  test('leaves Enter and Space to nested buttons', async () => {
    const user = start(3)
    screen.getAllByRole('button', { name: 'Stop' })[0]?.focus()

    await user.keyboard('{Enter} ')

    expect(onOpen).not.toHaveBeenCalled()
    expect(onPeek).not.toHaveBeenCalled()
  })

  test('takes focus on j from anywhere on the page', async () => {
    const stop = listenForHotkeys()
    const user = start(3)

    await user.keyboard('j')
    await waitFor(() => expect(focused()).toBe('run-0'))
    await user.keyboard('j')
    await waitFor(() => expect(focused()).toBe('run-1'))
    stop()
  })

  test('moves the focus once per key when keys follow fast', async () => {
    const stop = listenForHotkeys()
    start(3)

    fireEvent.keyDown(document.body, { key: 'j' })
    fireEvent.keyDown(document.body, { key: 'j' })

    await waitFor(() => expect(focused()).toBe('run-1'))
    stop()
  })

  test('requests more rows when focus reaches the end', async () => {
    const onEnd = vi.fn<() => void>()
    const user = start(5, { onEnd })
    await user.tab()

    await user.keyboard('{End}')

    await waitFor(() => expect(onEnd).toHaveBeenCalled())
  })
})
