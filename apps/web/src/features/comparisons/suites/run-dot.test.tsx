import type { SuiteRun } from '@lathe/contract'
import { render, screen } from '@testing-library/react'
import { ComposedChart, Line, XAxis, YAxis } from 'recharts'
import { expect, test } from 'vitest'
import { historyPoints } from './history-points.ts'
import { RunDot } from './run-dot.tsx'

const run: SuiteRun = {
  id: 'r',
  status: 'stopped',
  version: 3,
  baselineVersion: 1,
  cells: { total: 8, done: 2, failed: 0 },
  verdict: null,
  createdAt: 1,
}

test('a run of which nothing is known has a mark in its place that says why', async () => {
  const [unknown] = historyPoints([run])
  const known = unknown && { ...unknown, id: 's', level: 0.5 }

  render(
    <ComposedChart width={300} height={200} data={[unknown, known]}>
      <XAxis dataKey="id" />
      <YAxis domain={[0, 1]} />
      <Line dataKey="level" dot={<RunDot figure="level" />} isAnimationActive={false} />
    </ComposedChart>,
  )

  const mark = await screen.findByText('v3: not known. It ended before it could be judged')
  expect(mark.closest('circle')).toBeInTheDocument()
  expect(document.querySelectorAll('circle')).toHaveLength(2)
})
