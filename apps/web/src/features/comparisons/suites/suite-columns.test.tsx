import type { SuiteRun } from '@lathe/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatPercent } from '../../../lib/format/format.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { CostOfRun, Level, MedianLatency } from './suite-columns.tsx'

const figures = {
  finished: 8,
  errors: 0,
  passRate: null,
  scores: {},
  latencyP50: null,
  latencyP95: null,
  costPerRun: null,
  pricedCostPerRun: 0,
  unpriced: 0,
}
const run: SuiteRun = {
  id: 'r',
  status: 'done',
  version: 2,
  baselineVersion: 1,
  cells: { total: 16, done: 16, failed: 0 },
  verdict: {
    ruling: 'equal',
    sentence: '',
    isRegression: false,
    reason: null,
    figures,
    baseline: figures,
  },
  createdAt: 1,
}

const renderRun = (one: SuiteRun) => {
  const { unmount } = renderInApp(
    <ul>
      <li>
        <Level run={one} of="level" format={formatPercent} />
      </li>
      <li>
        <MedianLatency run={one} />
      </li>
      <li>
        <CostOfRun run={one} />
      </li>
    </ul>,
  )
  const listItems = screen.getAllByRole('listitem').map(({ textContent, firstElementChild }) => {
    const why = firstElementChild?.getAttribute('title')
    return why ? `${textContent} ${why}` : textContent
  })
  unmount()
  return listItems
}

test('states why a value is unknown', () => {
  expect(renderRun(run)).toEqual([
    '— No evaluator decided any case',
    '— Latency unknown: served from a batch or recording',
    '— Includes calls of unknown price',
  ])
  expect(renderRun({ ...run, verdict: null, status: 'running' })[2]).toBe('— Still running')
})

test('shows known values and counts unpriced calls', () => {
  const knownFigures = { ...figures, latencyP50: 120, unpriced: 3, scores: { close: 0.5 } }
  const verdict = run.verdict && { ...run.verdict, figures: knownFigures }

  expect(renderRun({ ...run, verdict })).toEqual(['50 %', '120 ms', '— 3 calls without a price'])
})
