import { audioUsage, ZERO_USAGE, type Repricing, SERVED, type SpanDetail } from '@lathe/contract'
import { addRepricing, SENT_COST, unknownCost } from '@lathe/traces'
import { expect, test } from 'vitest'
import { appendSpans } from '../traces/store/append-spans.ts'
import { makeSpan, NOON, ms } from '../traces/store/span.fixture.ts'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { describeDatabases } from '../testing/databases.ts'
import { queueRun } from '../testing/run-factory.ts'
import { createTestApp } from '../testing/test-app.ts'

const DAY = 86_400_000_000
const usage = { ...ZERO_USAGE, input: 1_000, output: 500 }
const free = { total: 0, input: 0, output: 0, priceId: null }

describeDatabases('repricing', (db) => {
  const start = async () => {
    const { client, context } = createTestApp(db())
    const write = async (calls: Partial<SpanDetail>[], startedAt = NOON) => {
      const root = makeSpan({ startedAt, endedAt: startedAt + ms(900) })
      const spans = calls.map((call) =>
        makeSpan({
          traceId: root.traceId,
          parentId: root.id,
          kind: 'model',
          model: 'm-1',
          startedAt,
          endedAt: startedAt + ms(500),
          usage,
          cost: unknownCost,
          ...call,
        }),
      )
      await appendSpans(db(), context.workspaceId, [root, ...spans])
      return root.traceId
    }
    const over = async (ask: (after: Repricing['next']) => Promise<Repricing>) => {
      let sum = await ask(null)
      while (sum.next) sum = addRepricing(sum, await ask(sum.next))
      return sum
    }
    const all = { from: NOON - DAY, to: NOON + DAY }
    return {
      client,
      write,
      preview: () => over((after) => client.models.previewRepricing(after ? { after } : {})),
      reprice: () => over((after) => client.models.reprice(after ? { after } : {})),
      total: async () => (await client.metrics.series(all)).total,
    }
  }

  test('previews exactly what it then changes in spans, traces, runs and charts', async () => {
    const { client, write, preview, reprice, total } = await start()
    const trace = await write([{}, { model: 'm-2' }])
    const price = await client.models.setPrice({ pattern: 'm-1', input: 2e9, output: 8e9 })
    expect(await total()).toMatchObject({ cost: null, unpriced: 2 })

    const cost = (1_000 * 2e9 + 500 * 8e9) / 1e6
    const expected = {
      traces: 1,
      unchanged: 0,
      next: null,
      models: expect.arrayContaining([
        {
          model: 'm-1',
          calls: 1,
          changed: 1,
          before: { cost: 0, unpriced: 1 },
          after: { cost, unpriced: 0 },
        },
        {
          model: 'm-2',
          calls: 1,
          changed: 0,
          before: { cost: 0, unpriced: 1 },
          after: { cost: 0, unpriced: 1 },
        },
      ]),
    }
    expect(await preview()).toEqual(expected)
    expect(await total()).toMatchObject({ cost: null, unpriced: 2 })

    expect(await reprice()).toEqual(expected)
    expect(await total()).toMatchObject({ cost, unpriced: 1, modelCalls: 2 })
    const stored = await client.traces.get({ id: trace })
    expect(stored.trace.cost).toBeNull()
    expect(stored.spans.map((span) => span.cost?.total)).toEqual([undefined, cost, null])
    expect(stored.spans[1]?.cost?.priceId).toBe(price.id)
    const [byStatus] = await client.metrics.groups({ from: 0, to: NOON + DAY, by: 'status' })
    expect(byStatus?.total).toMatchObject({ runs: 1, cost, unpriced: 1 })

    expect((await reprice()).models.map(({ changed }) => changed)).toEqual([0, 0])
    await client.models.deletePrice({ id: price.id })
    await reprice()
    expect(await total()).toMatchObject({ cost: null, unpriced: 2 })
  })

  test('charges audio by side, and as input if the side is unknown', async () => {
    const { client, write, preview, reprice } = await start()
    const { audioInput: _in, audioOutput: _out, ...untold } = usage
    const trace = await write([
      { usage: { ...usage, ...audioUsage(300, 200) } },
      { usage: { ...untold, audio: 1_100 } },
    ])
    const rates = { input: 2e9, output: 8e9, audioInput: 32e9, audioOutput: 64e9 }
    await client.models.setPrice({ pattern: 'm-1', ...rates })

    const [previewed] = (await preview()).models
    await reprice()

    const costs = [
      { input: 700 * 2_000 + 300 * 32_000, output: 300 * 8_000 + 200 * 64_000 },
      { input: 1_000 * 32_000, output: 400 * 8_000 + 100 * 64_000 },
    ]
    const { spans } = await client.traces.get({ id: trace })
    expect(spans.slice(1).map(({ cost }) => cost)).toMatchObject(costs)
    const cost = costs.reduce((sum, { input, output }) => sum + input + output, 0)
    expect(previewed?.after).toEqual({ cost, unpriced: 0 })
  })

  test('charges each call by the price of its day', async () => {
    const { client, write, reprice, total } = await start()
    await write([{}], NOON)
    await write([{}], NOON - DAY)
    const midnight = Math.floor(NOON / DAY) * DAY
    await client.models.setPrice({ pattern: 'm-*', input: 1e9, output: 1e9 })
    await client.models.setPrice({ pattern: 'm-*', input: 3e9, output: 3e9, validFrom: midnight })

    await reprice()

    const { points } = await client.metrics.series({
      from: midnight - DAY,
      to: midnight + DAY,
      bucket: 'day',
    })
    expect(points.map(({ cost }) => cost)).toEqual([1_500_000, 4_500_000])
    expect((await total()).unpriced).toBe(0)
  })

  test('charges by the requested model if the response named another', async () => {
    const { client, write, reprice, total } = await start()
    await write([{ model: 'm-1-dated', asked: 'm-1' }, { model: 'm-2-dated' }])
    await client.models.setPrice({ pattern: 'm-1', input: 1e9, output: 1e9 })
    await client.models.setPrice({ pattern: 'm-2', input: 1e9, output: 1e9 })

    await reprice()

    expect(await total()).toMatchObject({ cost: 1_500_000, unpriced: 1 })
  })

  test('skips costs reported by programs, replayed calls and other periods', async () => {
    const { client, write, reprice, total } = await start()
    const told = { total: 77, input: 70, output: 7, priceId: SENT_COST }
    await write([{ cost: told }, { cost: free, tags: [SERVED] }])
    await write([{}], NOON - 20 * DAY)
    await client.models.setPrice({ pattern: '*', input: 1e9, output: 1e9 })

    const { unchanged, models } = await client.models.reprice({ from: NOON, to: NOON + 1 })

    expect({ unchanged, models }).toEqual({ unchanged: 1, models: [] })
    expect(await total()).toMatchObject({ cost: 77, unpriced: 0 })
    expect((await reprice()).models).toMatchObject([{ calls: 1, changed: 1 }])
  })

  test('processes long histories in parts and updates run costs', async () => {
    const { client, preview, reprice } = await start()
    const { id } = await queueRun(db())
    await db().updateTable('runs').set({ status: 'success' }).execute()
    const call = { kind: 'model', model: 'm-1', usage, cost: unknownCost } as const
    await appendSpans(db(), DEFAULT_WORKSPACE, [makeSpan({ ...call, traceId: id })], { runId: id })
    const many = Array.from({ length: 500 }, () => makeSpan(call))
    await appendSpans(db(), DEFAULT_WORKSPACE, many)
    await client.models.setPrice({ pattern: '*', input: 1e9, output: 0 })

    const first = await client.models.previewRepricing({})
    expect(first).toMatchObject({ traces: 500, next: { startedAt: NOON } })
    expect(await preview()).toMatchObject({ traces: 501, models: [{ calls: 501, changed: 501 }] })
    expect((await reprice()).models[0]?.after.cost).toBe(501e6)
    expect(await client.runs.get({ id })).toMatchObject({ cost: 1e6 })
  })
})
