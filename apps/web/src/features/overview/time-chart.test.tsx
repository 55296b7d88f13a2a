import { fireEvent, screen, waitFor, act, renderHook } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { formatCost, formatCount, formatDuration } from '../../lib/format/format.ts'
import { renderInApp } from '../../testing/render.tsx'
import { TimeChart, useDragOver } from './time-chart.tsx'

const HOUR = 3_600_000_000

/** Labels of the value axis from the bottom. */
async function renderTicks(values: number[], chart: Partial<Parameters<typeof TimeChart>[0]>) {
  // Recharts measures text in spans and omits ticks that would touch.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    return this.tagName === 'SPAN' ? new DOMRect(0, 0, 40, 12) : new DOMRect(0, 0, 600, 200)
  })
  const { container } = renderInApp(
    <TimeChart
      shape="bars"
      lines={[{ label: 'measured', colour: 'red' }]}
      data={values.map((value, hour) => ({ at: hour * HOUR, measured: value }))}
      format={formatCount}
      bucket="hour"
      onZoom={() => undefined}
      {...chart}
    />,
  )
  return waitFor(() => {
    const ticks = [...container.querySelectorAll('.recharts-yAxis-tick-labels text')]
    expect(ticks).not.toEqual([])
    return ticks.map(({ textContent }) => textContent)
  })
}

test('axis labels match their positions', async () => {
  const costs = [1_000_000, 130_000_000]
  expect(await renderTicks(costs, { format: formatCost })).toEqual(['0', '$0.05', '$0.10', '$0.15'])
  expect(await renderTicks([0.2, 0.8], { format: String, minExtent: 1 })).toEqual(['0', '0.5', '1'])
})

test('axis labels are distinct', async () => {
  for (const format of [formatCount, formatDuration, formatCost]) {
    const ticks = await renderTicks([0.3, 0.9], { format })
    expect(new Set(ticks).size).toBe(ticks.length)
  }
})

/** Renders 600 pixels wide: the axis takes 64, the hours share the rest. */
async function renderChart(chart: ReactElement) {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, 600, 200),
  )
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(200)
  const { container, rerender } = renderInApp(chart)
  const drawing = () => container.querySelector('.recharts-wrapper')
  await waitFor(() => expect(drawing()).not.toBeNull())
  return { drawing: drawing() ?? container, rerender }
}

test('a tap selects the bucket below it without a previous hover', async () => {
  const onPick = vi.fn<(timestamp: number) => void>()
  const { drawing } = await renderChart(
    <TimeChart
      shape="bars"
      lines={[{ label: 'measured', colour: 'red' }]}
      data={[0, 1, 2].map((hour) => ({ at: hour * HOUR, measured: hour }))}
      format={formatCount}
      bucket="hour"
      onZoom={() => undefined}
      onPick={onPick}
    />,
  )

  for (const clientX of [500, 300]) {
    // The events of a tap.
    fireEvent.mouseMove(drawing, { clientX, clientY: 100 })
    fireEvent.mouseDown(drawing, { clientX, clientY: 100 })
    fireEvent.mouseUp(drawing, { clientX, clientY: 100 })
  }

  expect(onPick.mock.calls).toEqual([[2 * HOUR], [HOUR]])
})

test('clears the active point when the range changes', async () => {
  const hours = (first: number) => (
    <TimeChart
      shape="bars"
      lines={[{ label: 'measured', colour: 'red' }]}
      data={[0, 1, 2].map((hour) => ({ at: (first + hour) * HOUR, measured: first + hour }))}
      format={formatCount}
      bucket="hour"
      onZoom={() => undefined}
    />
  )
  const { drawing, rerender } = await renderChart(hours(20))
  fireEvent.mouseMove(drawing, { clientX: 300, clientY: 100 })
  expect(await screen.findByText('21')).toBeVisible()

  rerender(hours(40))

  await waitFor(() => expect(screen.queryByText(/^(21|41)$/)).not.toBeInTheDocument())
})

test('the tooltip shows counts that the sum excludes', async () => {
  const { drawing } = await renderChart(
    <TimeChart
      shape="bars"
      lines={[{ label: 'cost', colour: 'red' }]}
      data={[0, 2, 0].map((unpriced, hour) => ({ at: hour * HOUR, cost: 1_000_000_000, unpriced }))}
      format={formatCost}
      extraCounts={['unpriced']}
      bucket="hour"
      onZoom={() => undefined}
    />,
  )

  fireEvent.mouseMove(drawing, { clientX: 330, clientY: 100 })
  expect(await screen.findByText('2 unpriced')).toBeVisible()
  fireEvent.mouseMove(drawing, { clientX: 130, clientY: 100 })

  await waitFor(() => expect(screen.queryByText(/unpriced/)).not.toBeInTheDocument())
})

function dragging() {
  const onZoom = vi.fn<(from: number, to: number) => void>()
  const onPick = vi.fn<(timestamp: number) => void>()
  const { result } = renderHook(() => useDragOver({ onZoom, onPick }))
  const pressMouse = (timestamp: number) =>
    act(() => result.current.handlers.onMouseDown({ activeLabel: timestamp }))
  const moveMouse = (timestamp: number) =>
    act(() => result.current.handlers.onMouseMove({ activeLabel: timestamp }))
  const leaveChart = () => act(() => result.current.handlers.onMouseLeave())
  return { result, onZoom, onPick, press: pressMouse, move: moveMouse, leave: leaveChart }
}

test('a drag released outside the chart zooms to the dragged range', () => {
  const {
    result,
    onZoom,
    onPick,
    press: pressMouse,
    move: moveMouse,
    leave: leaveChart,
  } = dragging()
  pressMouse(5)
  moveMouse(3)
  leaveChart()
  // Recharts delivers moves late.
  moveMouse(2)
  expect(result.current.area).toEqual({ from: 2, to: 5 })

  fireEvent.mouseUp(document.body)
  expect(onZoom).toHaveBeenCalledExactlyOnceWith(2, 5)
  expect(result.current.area).toBeUndefined()

  fireEvent.mouseUp(document.body)
  expect(onZoom).toHaveBeenCalledOnce()
  expect(onPick).not.toHaveBeenCalled()
})

test('a drag that returns into the chart ends at the release position', () => {
  const { result, onZoom, press: pressMouse, move: moveMouse, leave: leaveChart } = dragging()
  pressMouse(5)
  moveMouse(3)
  leaveChart()
  act(() => result.current.handlers.onMouseEnter())
  moveMouse(4)
  act(() => result.current.handlers.onMouseUp())
  fireEvent.mouseUp(document.body)
  expect(onZoom).toHaveBeenCalledExactlyOnceWith(4, 5)
})

test('a press released outside the chart selects nothing', () => {
  const { onZoom, onPick, press: pressMouse, leave: leaveChart } = dragging()
  pressMouse(5)
  leaveChart()
  fireEvent.mouseUp(document.body)
  expect(onPick).not.toHaveBeenCalled()
  expect(onZoom).not.toHaveBeenCalled()
})
