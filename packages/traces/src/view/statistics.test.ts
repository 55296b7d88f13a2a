import { type Cost, ZERO_USAGE, type Span } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { makeSpan } from '../testing.ts'
import { spanRange } from '../timeline.ts'
import { buildTree } from '../tree.ts'
import { criticalPath, partsBySpan } from './critical-path.ts'
import { type StatisticsBy, computeStatistics } from './statistics.ts'

const at = (startedAt: number, endedAt: number) => ({ startedAt, endedAt })

const costs = (total: number | null): Cost => ({ total, input: null, output: null, priceId: null })

const used = { ...ZERO_USAGE, input: 100, output: 10 }

const root = makeSpan({ kind: 'agent', name: 'support', ...at(0, 100_000) })

const plan = makeSpan({ name: 'plan', node: 'plan', parentId: root.id, ...at(0, 30_000) })

const again = makeSpan({ name: 'plan', node: 'plan', parentId: root.id, ...at(40_000, 90_000) })

const call = (parent: Span, cost: number | null, ended = 20_000) =>
  makeSpan({
    kind: 'model',
    name: 'chat',
    model: 'gpt',
    node: 'plan',
    parentId: parent.id,
    usage: used,
    cost: costs(cost),
    ...at(parent.startedAt, parent.startedAt + ended),
  })

const tool = makeSpan({
  kind: 'tool',
  name: 'lookup',
  parentId: again.id,
  status: 'error',
  ...at(70_000, 90_000),
})

function statistics(spans: readonly Span[], by: StatisticsBy) {
  const tree = buildTree(spans)
  const parts = partsBySpan(criticalPath(tree, spanRange(spans, 0), 0))
  return computeStatistics(tree, { groupBy: by, parts, now: 0 })
}

describe('statistics of a trace', () => {
  const spans = [root, plan, again, call(plan, 5), call(again, 7, 30_000), tool]

  test('counts executions and everything inside them by node', () => {
    expect(statistics(spans, 'node')).toEqual([
      {
        key: 'plan',
        kind: 'chain',
        count: 2,
        errors: 0,
        p50: 30_000,
        p95: 50_000,
        total: 80_000,
        self: 80_000,
        path: 80_000,
        usage: { ...used, input: 200, output: 20 },
        cost: 12,
        pricedCost: 12,
        unpriced: 0,
        slowestId: again.id,
      },
    ])
  })

  test('counts calls by model, and calls and failures by tool', () => {
    expect(statistics(spans, 'model')).toMatchObject([
      { key: 'gpt', count: 2, p50: 20_000, p95: 30_000, cost: 12 },
    ])
    expect(statistics(spans, 'tool')).toMatchObject([
      { key: 'lookup', count: 1, errors: 1, p50: 20_000, cost: 0 },
    ])
  })

  test('an unknown price makes the sum unknown', () => {
    const unpriced = [root, plan, call(plan, 5), call(plan, null)]

    expect(statistics(unpriced, 'model')).toMatchObject([
      { cost: null, pricedCost: 5, unpriced: 1, usage: { input: 200 } },
    ])
  })

  test('adds times on the path and self times up to the trace, by name', () => {
    const rows = statistics(spans, 'name')

    expect(rows.reduce((sum, { path }) => sum + path, 0)).toBe(100_000)
    expect(rows.reduce((sum, { self }) => sum + self, 0)).toBe(100_000)
  })

  test('running spans have no percentiles', () => {
    const open = makeSpan({ kind: 'tool', name: 'slow', status: 'running', endedAt: null })

    expect(statistics([open], 'tool')).toMatchObject([{ count: 1, p50: null, p95: null }])
  })
})
