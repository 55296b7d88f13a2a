import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from '../store/append-spans.ts'
import { findTrace } from '../query/read-traces.ts'
import { metricsSeries } from './metric-points.ts'
import { HOUR } from './rollup-rows.ts'
import { counts, rollups } from './rollups.fixture.ts'
import { costs, makeRun, ms, NOON, RUN_USAGE, unfinished, tokens } from '../store/span.fixture.ts'

const w = DEFAULT_WORKSPACE

describeDatabases('totals of appended spans', (db) => {
  test('totals of appended spans count once in rollups, however often spans arrive', async () => {
    const run = makeRun()

    await appendSpans(db(), w, run.all.map(unfinished))
    await appendSpans(db(), w, [...run.all, ...run.all])
    await appendSpans(db(), w, run.all)

    expect(await counts(db())).toEqual({ run: 1, node: 1, model: 1, tool: 1 })
    const found = await findTrace(db(), w, run.root.traceId)
    expect(found?.trace).toMatchObject({ spanCount: 4, cost: 5_000 })
  })

  test('totals of appended spans count once when the same end arrives concurrently', async () => {
    const run = makeRun()

    await Promise.all(Array.from({ length: 8 }, () => appendSpans(db(), w, run.all)))

    expect(await counts(db())).toEqual({ run: 1, node: 1, model: 1, tool: 1 })
  })

  test('excludes unfinished spans', async () => {
    await appendSpans(db(), w, makeRun().all.map(unfinished))

    expect(await counts(db())).toEqual({})
  })

  test('totals of appended spans sum up in the rollups of their hour', async () => {
    const first = makeRun()
    const second = makeRun({ startedAt: NOON + ms(60_000), endedAt: NOON + ms(62_000) })
    await appendSpans(db(), w, first.all)
    await appendSpans(db(), w, second.all)

    const [model, node, run, tool] = await rollups(db())

    expect(model).toMatchObject({
      count: 2,
      subject: 'demo-1',
      node: 'answer',
      usage_input: 200,
      usage_cached_read: 80,
      cost_nanos: 10_000,
      unpriced: 0,
    })
    expect(Object.values(model?.first_token ?? {})).toEqual([2])
    expect(node).toMatchObject({ count: 2, node: 'answer', usage_input: 0 })
    expect(run).toMatchObject({ count: 2, usage_input: 200, cost_nanos: 10_000 })
    expect(Object.values(run?.latency ?? {})).toEqual([1, 1])
    expect(tool).toMatchObject({ count: 2, subject: 'calculator' })
  })

  test('totals of appended spans sum up when many traces end at once', async () => {
    const runs = Array.from({ length: 20 }, () => makeRun())

    await Promise.all(runs.map((run) => appendSpans(db(), w, run.all)))

    expect(await counts(db())).toEqual({ run: 20, node: 20, model: 20, tool: 20 })
    const model = (await rollups(db())).find(({ kind }) => kind === 'model')
    expect(Object.values(model?.latency ?? {})).toEqual([20])
  })

  test('corrects totals when usage arrives late', async () => {
    const { root, model } = makeRun()
    await appendSpans(db(), w, [root, { ...model, usage: null, cost: null }])
    expect((await findTrace(db(), w, root.traceId))?.trace.cost).toBeNull()

    await appendSpans(db(), w, [model])

    const found = await findTrace(db(), w, root.traceId)
    expect(found?.trace).toMatchObject({ cost: 5_000, usage: RUN_USAGE })
  })

  test('reports the cost as unknown without a price and as zero for a failed call', async () => {
    const priceless = makeRun()
    const failed = makeRun()
    await appendSpans(db(), w, [priceless.root, { ...priceless.model, cost: null }])
    await appendSpans(db(), w, [
      failed.root,
      { ...failed.model, status: 'error', usage: null, cost: null, firstTokenAt: null },
    ])

    expect((await findTrace(db(), w, priceless.root.traceId))?.trace.cost).toBeNull()
    expect((await findTrace(db(), w, failed.root.traceId))?.trace.cost).toBe(0)
  })

  test('totals of appended spans count calls without token counts apart from calls without a price', async () => {
    const unmetered = makeRun()
    const unpriced = makeRun()
    const none = { usage: null, cost: null }
    await appendSpans(db(), w, [unmetered.root, { ...unmetered.model, ...none }])
    await appendSpans(db(), w, [unpriced.root, { ...unpriced.model, cost: null }])

    const traces = await Promise.all(
      [unmetered, unpriced].map(({ root }) => findTrace(db(), w, root.traceId)),
    )
    const range = { from: NOON - HOUR, to: NOON + HOUR }
    const { total } = await metricsSeries(db(), w, range, 'hour')

    expect(traces.map((found) => found?.trace)).toMatchObject([
      { cost: null, unpriced: 0, unmetered: 1 },
      { cost: null, unpriced: 1, unmetered: 0 },
    ])
    expect(total).toMatchObject({ cost: null, unpriced: 1, unmetered: 1, modelCalls: 2 })
  })

  test('totals of appended spans keep the known part of an incomplete cost', async () => {
    const { root, model } = makeRun()
    const usage = tokens(100, 20, { unattributed: 7 })
    const cost = { ...costs(3_000, 2_000), total: null }

    await appendSpans(db(), w, [root, { ...model, usage, cost }])

    const found = await findTrace(db(), w, root.traceId)
    expect(found?.trace).toMatchObject({ cost: null, pricedCost: 5_000, unpriced: 1, usage })
    expect(found?.spans).toContainEqual(expect.objectContaining({ usage, cost }))
  })

  test('totals of appended spans exclude usage that a parent span repeats', async () => {
    const run = makeRun()
    const repeated = { usage: run.model.usage, cost: run.model.cost }

    await appendSpans(db(), w, [
      { ...run.root, ...repeated },
      { ...run.node, ...repeated },
      run.model,
    ])

    const found = await findTrace(db(), w, run.root.traceId)
    expect(found?.trace).toMatchObject({ cost: 5_000, usage: { input: 100 } })
  })
})
