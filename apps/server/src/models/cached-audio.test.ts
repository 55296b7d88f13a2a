import { ZERO_USAGE } from '@lathe/contract'
import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { makeSpan } from '../traces/store/span.fixture.ts'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp } from '../testing/test-app.ts'
import { appendSpans } from '../traces/store/append-spans.ts'

describeDatabases('cached audio', (db) => {
  test("keeps the sender's cost and is repriced at its own rate", async () => {
    const { client } = createTestApp(db())
    const usage = { ...ZERO_USAGE, input: 1_000, cachedRead: 600, audioCached: 200 }
    const call = makeSpan({ kind: 'model', model: 'voice-1', usage, cost: null })
    await appendSpans(db(), DEFAULT_WORKSPACE, [call])

    const rates = { input: 4e9, cachedRead: 1e9, output: 16e9, audioCached: 20e9 }
    const price = await client.models.setPrice({ pattern: 'voice-1', ...rates })
    await client.models.reprice({})

    expect(price).toMatchObject(rates)
    const { trace, spans } = await client.traces.get({ id: call.traceId })
    expect(spans[0]?.usage).toEqual(usage)
    expect(trace.usage).toMatchObject({ cachedRead: 600, audioCached: 200 })
    const nanos = 400 * 4_000 + 400 * 1_000 + 200 * 20_000
    expect(trace.cost).toBe(nanos)
  })
})
