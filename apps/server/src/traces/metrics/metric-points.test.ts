import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from '../store/append-spans.ts'
import { metricsGroups } from './metric-groups.ts'
import { metricsSeries } from './metric-points.ts'
import { metricsPerRun } from './metrics-per-run.ts'
import { HOUR } from './rollup-rows.ts'
import { insertAgent, makeRun, ms, NOON, RUN_USAGE } from '../store/span.fixture.ts'

const w = DEFAULT_WORKSPACE
const hour = Math.floor(NOON / HOUR) * HOUR

const near = (milliseconds: number) => ({
  asymmetricMatch: (value: unknown) =>
    typeof value === 'number' && Math.abs(value / milliseconds - 1) < 0.05,
})

describeDatabases('metrics over time', (db) => {
  test('metrics over time have a point for every hour, even without data', async () => {
    await appendSpans(db(), w, makeRun().all)
    await appendSpans(db(), w, makeRun({ startedAt: NOON + 2 * HOUR, status: 'error' }).all)

    const { points, total } = await metricsSeries(
      db(),
      w,
      { from: NOON, to: hour + 3 * HOUR },
      'hour',
    )

    expect(points.map(({ at }) => at)).toEqual([hour, hour + HOUR, hour + 2 * HOUR])
    expect(points.map(({ runs, errors }) => [runs, errors])).toEqual([
      [1, 0],
      [0, 0],
      [1, 1],
    ])
    expect(points[0]).toMatchObject({
      modelCalls: 1,
      toolCalls: 1,
      toolErrors: 0,
      usage: RUN_USAGE,
      cost: 5_000,
      unpriced: 0,
      latency: { p50: near(1_000), p95: near(1_000), p99: near(1_000) },
      firstToken: { p50: near(300) },
    })
    expect(points[1]?.latency).toEqual({ p50: null, p95: null, p99: null })
    expect(total).toMatchObject({ runs: 2, errors: 1, cost: 10_000 })
  })

  test('metrics over time aggregate to days', async () => {
    for (const hours of [0, 3, 24])
      await appendSpans(db(), w, makeRun({ startedAt: NOON + hours * HOUR }).all)

    const { points } = await metricsSeries(db(), w, { from: NOON, to: NOON + 30 * HOUR }, 'day')

    expect(points.map(({ runs }) => runs)).toEqual([2, 1])
  })

  test('metrics over time limit the points of an unbounded range', async () => {
    await appendSpans(db(), w, makeRun().all)

    const { points, total } = await metricsSeries(db(), w, { from: 0, to: NOON + HOUR }, 'hour')

    expect(points).toHaveLength(5_001)
    expect(total.runs).toBe(1)
  })

  test('metrics over time can be filtered by agent', async () => {
    const agentId = await insertAgent(db(), 'support')
    await appendSpans(db(), w, makeRun().all, { agentId })
    await appendSpans(db(), w, makeRun().all)

    const range = { from: NOON, to: NOON + 1 }

    const { total } = await metricsSeries(db(), w, { ...range, agent: 'support' }, 'hour')
    const everybody = await metricsSeries(db(), w, range, 'hour')
    expect(total).toMatchObject({ runs: 1, cost: 5_000 })
    expect(everybody.total.runs).toBe(2)
  })

  test('metrics over time group by agent, version, node, model and status', async () => {
    const agentId = await insertAgent(db(), 'support')
    await appendSpans(db(), w, makeRun().all, { agentId, version: 2 })
    await appendSpans(db(), w, makeRun().all, { agentId, version: 2 })
    await appendSpans(db(), w, makeRun({ status: 'error' }).all, { agentId })
    const group = async (by: 'agent' | 'version' | 'node' | 'model' | 'status') =>
      (await metricsGroups(db(), w, { from: NOON, to: NOON + HOUR }, { by })).map(
        ({ label, total }) => [label, total.runs, total.errors, total.usage.input],
      )

    expect(await group('agent')).toEqual([['support', 3, 1, 300]])
    expect(await group('version')).toEqual([
      ['support v2', 2, 0, 200],
      ['support draft', 1, 1, 100],
    ])
    expect(await group('node')).toEqual([['support · answer', 3, 0, 300]])
    expect(await group('model')).toEqual([['demo-1', 3, 0, 300]])
    expect(await group('status')).toEqual([
      ['success', 2, 0, 200],
      ['error', 1, 1, 100],
    ])
  })

  test('measure a node by its own executions', async () => {
    await appendSpans(db(), w, makeRun().all)

    const [node] = await metricsGroups(db(), w, { from: NOON, to: NOON + HOUR }, { by: 'node' })

    expect(node?.total).toMatchObject({
      latency: { p50: near(600) },
      firstToken: { p50: near(200) },
      modelCalls: 1,
      toolCalls: 1,
    })
  })

  test('metrics over time link a node to its traces', async () => {
    const agentId = await insertAgent(db(), 'support')
    const run = makeRun()
    const spans = run.all.map((span) => (span === run.root ? span : { ...span, node: 'my answer' }))
    await appendSpans(db(), w, spans, { agentId })

    const groups = await metricsGroups(db(), w, { from: NOON, to: NOON + HOUR }, { by: 'node' })

    expect(groups.map(({ filter }) => filter)).toEqual(['agent:support node:"my answer"'])
  })

  test('metrics over time exclude other workspaces', async () => {
    await appendSpans(db(), '00000000-0000-7000-8000-000000000002', makeRun().all)

    const { total } = await metricsSeries(db(), w, { from: 0, to: NOON + HOUR }, 'day')

    expect(total.runs).toBe(0)
  })
})

describeDatabases('metrics per run', (db) => {
  test('metrics per run list the newest traces, oldest first', async () => {
    const runs = [0, 1, 2].map((i) => makeRun({ startedAt: NOON + ms(i * 10), name: `run ${i}` }))
    for (const run of runs) await appendSpans(db(), w, run.all)

    const shown = await metricsPerRun(db(), w, { limit: 2 })

    expect(shown).toMatchObject([
      {
        title: 'run 1',
        latencyMs: 990,
        firstTokenMs: 300,
        usage: RUN_USAGE,
        cost: 5_000,
      },
      { title: 'run 2' },
    ])
  })
})
