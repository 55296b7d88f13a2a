import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listenForHotkeys } from '../lib/hotkeys.ts'
import { renderInApp } from '../testing/render.tsx'
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
      onPeek={onPeek}
      onMove={onMove}
      options={options}
    />,
  )
  return userEvent.setup()
}

const focused = () => document.activeElement?.querySelector('td')?.textContent

describe('DataTable', () => {
  test('keeps its columns when there is nothing to show', () => {
    start(0, { empty: <p>No runs match</p> })

    expect(screen.getByRole('columnheader', { name: 'Duration' })).toBeVisible()
    expect(screen.getByText('No runs match')).toBeVisible()
  })

  test('draws only the rows in view, and tells how many there are', () => {
    start(10_000)

    expect(screen.getAllByRole('row').length).toBeLessThan(60)
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '10001')
  })

  test('leaves room for the rows between the one with the focus and those in view', async () => {
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

  test('tells which row the keys went to', async () => {
    const user = start(3)
    await user.tab()

    await user.keyboard('{ArrowDown}{ArrowDown}')

    await waitFor(() => expect(focused()).toBe('run-2'))
    expect(onMove.mock.calls.map(([row]) => row.id)).toEqual(['run-1', 'run-2'])
  })

  test('tells which rows the keys went between with Shift', async () => {
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

  test('opens by a click on the row, but not on a button within', async () => {
    const user = start(3)

    await user.click(screen.getAllByRole('button', { name: 'Stop' })[1] ?? document.body)
    expect(onOpen).not.toHaveBeenCalled()

    await user.click(screen.getByText('run-1'))
    expect(onOpen).toHaveBeenCalledTimes(1)
  })

  test('lets a button within have its own Enter and Space', async () => {
    const user = start(3)
    screen.getAllByRole('button', { name: 'Stop' })[0]?.focus()

    await user.keyboard('{Enter} ')

    expect(onOpen).not.toHaveBeenCalled()
    expect(onPeek).not.toHaveBeenCalled()
  })

  test('is entered by j from anywhere on the page', async () => {
    const stop = listenForHotkeys()
    const user = start(3)

    await user.keyboard('j')
    await waitFor(() => expect(focused()).toBe('run-0'))
    await user.keyboard('j')
    await waitFor(() => expect(focused()).toBe('run-1'))
    stop()
  })

  test('asks for more when the focus reaches the end', async () => {
    const onEnd = vi.fn<() => void>()
    const user = start(5, { onEnd })
    await user.tab()

    await user.keyboard('{End}')

    await waitFor(() => expect(onEnd).toHaveBeenCalled())
  })
})
