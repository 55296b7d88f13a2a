import type { Experiment } from '@lathe/contract'
import { expect, test } from 'vitest'
import { experimentColumns } from './experiment-columns.tsx'

const experiment: Experiment = {
  id: '0198c0de-7000-7000-8000-000000000001',
  name: 'gate',
  description: '',
  dataset: { id: '0198c0de-7000-7000-8000-000000000002', name: 'tides' },
  traces: 1,
  errors: 0,
  latencyMs: null,
  scores: [{ key: 'f1', mean: 1, count: 1 }],
  categories: [],
  overall: [{ key: 'overall_quality', score: 1, value: null, comment: null }],
  createdAt: 0,
}

test('widens the column of a long score name', () => {
  const chosen = { has: () => false, toggle: () => {} }
  const actions = { edit: () => {}, remove: () => {} }
  const columns = experimentColumns([experiment], { selection: chosen, actions, hasDataset: false })
  const widthOf = (id: string) =>
    Number.parseInt(columns.find((column) => column.id === id)?.width ?? '', 10)

  expect(widthOf('overall.overall_quality')).toBeGreaterThan(160)
  expect(widthOf('score.f1')).toBeLessThan(130)
})
