import { audioUsage, ZERO_USAGE } from '@lathe/contract'
import type { StatisticsRow } from '@lathe/traces'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { columnsFor } from './statistics-view.tsx'

const row: StatisticsRow = {
  key: 'lookup',
  kind: 'tool',
  count: 1,
  errors: 0,
  p50: 1_000,
  p95: 1_000,
  total: 1_000,
  self: 1_000,
  path: 500,
  usage: ZERO_USAGE,
  cost: 0,
  pricedCost: 0,
  unpriced: 0,
  slowestId: 'a',
}

const describeRow = (row: StatisticsRow) =>
  Object.fromEntries(
    columnsFor('name', 1_000, [row]).map(({ id, cell }) => [
      id,
      renderInApp(<p>{cell(row)}</p>).container.querySelector('p')?.textContent,
    ]),
  )

test('a span without model calls shows · for tokens and cost', () => {
  expect(describeRow(row)).toMatchObject({ tokens: '·', cost: '·', costShare: '·' })
})

test('a call without usage shows its cost as unknown', () => {
  const unknown = { ...row, kind: 'model', cost: null, unpriced: 1 } as const
  expect(describeRow(unknown)).toMatchObject({ tokens: '—', cost: '—', costShare: '—' })
})

test('shows optional token columns only if a row has such tokens', () => {
  const audioRow = { ...row, usage: { ...ZERO_USAGE, input: 9, ...audioUsage(4, 2) } }

  expect(describeRow(audioRow)).toMatchObject({ audio: '6' })
  expect(describeRow(audioRow)).not.toHaveProperty('reasoning')
  expect(describeRow(row)).not.toHaveProperty('audio')
})

test('all token detail columns are hidden at the same width', () => {
  const usage = { ...ZERO_USAGE, input: 9, cachedRead: 4, reasoning: 2, ...audioUsage(1, 1) }
  const parts = columnsFor('name', 1_000, [{ ...row, usage }]).filter(({ id }) =>
    ['cached', 'reasoning', 'audio'].includes(id),
  )

  expect(parts.map(({ isSecondary }) => isSecondary)).toEqual(['first', 'first', 'first'])
})
