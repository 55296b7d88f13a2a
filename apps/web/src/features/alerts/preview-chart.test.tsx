import type { AlertPreview } from '@lathe/contract'
import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { emptyDraft } from './alert-draft.ts'
import { PreviewChart } from './preview-chart.tsx'

const HOUR = 3_600_000_000

/** Labels of the value axis from the bottom. */
async function renderTicks(values: number[]) {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    return this.tagName === 'SPAN' ? new DOMRect(0, 0, 40, 12) : new DOMRect(0, 0, 600, 200)
  })
  const preview: AlertPreview = {
    from: 0,
    to: values.length * HOUR,
    step: HOUR,
    points: values.map((value, hour) => ({ at: hour * HOUR, value, count: 1 })),
    incidents: [],
  }
  const rule = { ...emptyDraft, measure: 'count' as const, threshold: 0 }
  const { container } = renderInApp(<PreviewChart preview={preview} rule={rule} />)
  return waitFor(() => {
    const ticks = [...container.querySelectorAll('.recharts-yAxis-tick-labels text')]
    expect(ticks).not.toEqual([])
    return ticks.map(({ textContent }) => textContent)
  })
}

test('count ticks are evenly spaced whole numbers', async () => {
  expect(await renderTicks([0, 1, 0])).toEqual(['0', '1'])
  expect(await renderTicks([0, 12, 40])).toEqual(['0', '20', '40'])
})
