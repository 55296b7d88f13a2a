import { addUsage, audioUsage, ZERO_USAGE, type Usage } from '@lathe/contract'
import { unknownCost } from '@lathe/traces'
import { array, constantFrom, integer, nat, record, sample } from 'fast-check'
import { expect, test } from 'vitest'
import { appendSpans } from '../store/append-spans.ts'
import { makeSpan, NOON } from '../store/span.fixture.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'

const HOUR = 3_600_000_000
const hour = Math.floor(NOON / HOUR) * HOUR

const price = {
  pattern: 'm-*',
  input: 2_500_000_001,
  cachedRead: 250_000_000,
  cachedWrite: 3_125_000_000,
  output: 15_000_000_007,
  reasoning: 12_000_000_000,
  audioInput: 40_000_000_003,
  audioOutput: 80_000_000_001,
}

/** An independent computation in nano-dollars without floats; each side is rounded separately. */
function chargeFor(usage: Usage): number {
  const { audioInput = 0, audioOutput = 0 } = usage
  const plainInput = usage.input - usage.cachedRead - usage.cachedWrite
  const rounded = (parts: [number, number][]) => {
    const sum = parts.reduce((all, [count, rate]) => all + BigInt(count) * BigInt(rate), 0n)
    return (sum + 500_000n) / 1_000_000n
  }
  const input = rounded([
    [plainInput - audioInput, price.input],
    [usage.cachedRead, price.cachedRead],
    [usage.cachedWrite, price.cachedWrite],
    [audioInput, price.audioInput],
  ])
  const output = rounded([
    [usage.output - usage.reasoning - audioOutput, price.output],
    [usage.reasoning, price.reasoning],
    [audioOutput, price.audioOutput],
  ])
  return Number(input + output)
}

/** Nearest-rank percentile. */
function nearestRank(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

const call = record({
  at: integer({ min: 0, max: 2 * HOUR - 1 }),
  micros: integer({ min: 1_000, max: 90_000_000 }),
  model: constantFrom('m-1', 'm-2', 'nobody-knows'),
  cachedRead: nat(50_000),
  cachedWrite: nat(9_000),
  more: nat(80_000),
  reasoning: nat(4_000),
  said: nat(4_000),
  heard: nat(3_000),
  spoken: nat(3_000),
})

describeDatabases('charts', (db) => {
  test('charts match the stored rows: percentiles within a bucket, costs to the nano-dollar', async () => {
    const { client } = createTestApp(db())
    const [calls = []] = sample(array(call, { minLength: 400, maxLength: 400 }), {
      numRuns: 1,
      seed: 20261121,
    })
    const spans = calls.map(({ at, micros, model, cachedRead, cachedWrite, more, ...out }) =>
      makeSpan({
        kind: 'model',
        model,
        startedAt: hour + at,
        endedAt: hour + at + micros,
        firstTokenAt: hour + at + Math.ceil(micros / 3),
        cost: unknownCost,
        usage: {
          ...ZERO_USAGE,
          input: cachedRead + cachedWrite + more + out.heard,
          cachedRead,
          cachedWrite,
          output: out.reasoning + out.said + out.spoken,
          reasoning: out.reasoning,
          ...audioUsage(out.heard, out.spoken),
        },
      }),
    )
    await appendSpans(db(), DEFAULT_WORKSPACE, spans)
    await client.models.setPrice(price)
    await client.models.reprice({})

    const { points } = await client.metrics.series({ from: hour, to: hour + 2 * HOUR })
    const stored = await db().selectFrom('spans').selectAll().execute()

    expect(stored).toHaveLength(400)
    for (const point of points) {
      const rows = stored.filter(
        ({ started_at }) => started_at >= point.at && started_at < point.at + HOUR,
      )
      const usages = rows.map((row) => ({
        isPriced: row.model !== 'nobody-knows',
        cost: row.cost_nanos,
        usage: {
          input: row.usage_input ?? 0,
          output: row.usage_output ?? 0,
          cachedRead: row.usage_cached_read ?? 0,
          cachedWrite: row.usage_cached_write ?? 0,
          reasoning: row.usage_reasoning ?? 0,
          ...audioUsage(row.usage_audio_input ?? 0, row.usage_audio_output ?? 0),
        },
      }))
      for (const { isPriced, cost, usage } of usages)
        expect(cost).toBe(isPriced ? chargeFor(usage) : null)
      const priced = usages.filter(({ isPriced }) => isPriced)
      expect(point).toMatchObject({
        runs: rows.length,
        cost: priced.reduce((sum, { usage }) => sum + chargeFor(usage), 0),
        unpriced: rows.length - priced.length,
        usage: usages.reduce((sum, { usage }) => addUsage(sum, usage), ZERO_USAGE),
      })
      const measured = {
        latency: rows.map((row) => (row.ended_at ?? 0) - row.started_at),
        firstToken: rows.map((row) => (row.first_token_at ?? 0) - row.started_at),
      }
      for (const name of ['latency', 'firstToken'] as const)
        for (const [key, share] of [
          ['p50', 0.5],
          ['p95', 0.95],
          ['p99', 0.99],
        ] as const) {
          const exact = nearestRank(measured[name], share) / 1_000
          expect(Math.abs((point[name][key] ?? Number.NaN) / exact - 1)).toBeLessThan(0.05)
        }
    }
  })
})
