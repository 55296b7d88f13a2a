import { expect, test } from 'vitest'
import { appendSpans } from '../store/append-spans.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { makeRun, makeSpan, ms, NOON } from '../store/span.fixture.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'

const HOUR = 3_600_000_000
const range = { from: NOON - HOUR, to: NOON + HOUR }
const rule = {
  measure: 'count',
  comparison: 'above',
  threshold: 1,
  window: '1h',
} as const

describeDatabases('environment of a trace', (db) => {
  const store = async () => {
    const traces = { production: 2, staging: 1, comparison: 4, replay: 3, test: 5 }
    for (const [environment, count] of Object.entries(traces))
      for (let index = 0; index < count; index++)
        await appendSpans(db(), DEFAULT_WORKSPACE, makeRun().all, { environment })
    return createTestApp(db()).client
  }

  test('excludes comparisons, replays and tests from charts by default', async () => {
    const client = await store()

    const runs = async (environment?: string[]) => {
      const input = { ...range, ...(environment && { environment }) }
      const { total } = await client.metrics.series(input)
      const perRun = await client.metrics.perRun({ ...input, limit: 100 })
      const groups = await client.metrics.groups({ ...input, by: 'model' })
      expect(perRun).toHaveLength(total.runs)
      expect(groups.map((group) => group.total.modelCalls)).toEqual([total.modelCalls])
      return total.runs
    }

    expect(await runs()).toBe(3)
    expect(await runs(['comparison'])).toBe(4)
    expect(await runs(['staging', 'test'])).toBe(6)
    expect(await runs(['*'])).toBe(15)
  })

  test('groups charts', async () => {
    const client = await store()

    const groups = await client.metrics.groups({ ...range, environment: ['*'], by: 'environment' })

    expect(groups.map(({ key, filter, total }) => [key, filter, total.runs])).toEqual([
      ['test', 'environment:test', 5],
      ['comparison', 'environment:comparison', 4],
      ['replay', 'environment:replay', 3],
      ['production', 'environment:production', 2],
      ['staging', 'environment:staging', 1],
    ])
  })

  test.each([
    ['', 3],
    ['environment:comparison', 4],
    ['env:staging,test', 6],
    ['environment:*', 15],
    ['-env:production', 13],
    ['(env:replay OR tag:none)', 3],
  ])('the environment of a trace is listed and counted by the filter %j', async (filter, count) => {
    const client = await store()

    const { items } = await client.traces.list({ filter, limit: 50 })
    const { bars } = await client.traces.histogram({ filter, bars: 1 })
    const facets = await client.traces.facets({ filter })

    expect(items).toHaveLength(count)
    expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(count)
    expect(facets.counted).toBe(count)
  })

  test('the environment of a trace has a facet that counts every environment', async () => {
    const client = await store()

    const { facets } = await client.traces.facets({ filter: 'model:demo-1' })

    expect(facets.find(({ key }) => key === 'environment')?.values).toEqual([
      { value: 'test', count: 5 },
      { value: 'comparison', count: 4 },
      { value: 'replay', count: 3 },
      { value: 'production', count: 2 },
      { value: 'staging', count: 1 },
    ])
  })

  test('excludes comparisons, replays and tests from alerts by default', async () => {
    const { client } = createTestApp(db())
    const at = Date.now() * 1_000 - ms(600_000)
    for (const environment of ['production', 'comparison', 'comparison'])
      await appendSpans(
        db(),
        DEFAULT_WORKSPACE,
        [makeSpan({ startedAt: at, endedAt: at + ms(1) })],
        { environment },
      )
    const highest = async (filter: string) => {
      const { points } = await client.alerts.preview({ ...rule, filter })
      return Math.max(...points.map(({ count }) => count))
    }

    expect(await highest('')).toBe(1)
    expect(await highest('env:comparison')).toBe(2)
  })
})
