import { expect, test } from 'vitest'
import { appendSpans } from '../../db/spans/append-spans.ts'
import { makeSpan } from '../../db/spans/span.fixture.ts'
import { DEFAULT_WORKSPACE } from '../../db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { queueRun } from '../../testing/run-factory.ts'
import { createTestApp } from '../../testing/test-app.ts'

const DAY = 86_400_000_000
const rule = { project: null, maxAgeDays: null, maxBytes: null }

describeDatabases('retention', (db) => {
  /** One trace a day of a megabyte each, the first of today. */
  const filled = async (count: number) => {
    const { client } = createTestApp(db())
    const now = Date.now() * 1_000
    const spans = Array.from({ length: count }, (_, age) => {
      const startedAt = now - age * DAY - 1_000_000
      return makeSpan({
        startedAt,
        endedAt: startedAt + 1_000,
        payloadBytes: 1_000_000,
        inputs: `day ${age}`,
      })
    })
    await appendSpans(db(), DEFAULT_WORKSPACE, spans)
    const left = async () => {
      const { items } = await client.traces.list({})
      return items.map(({ id }) => spans.findIndex(({ traceId }) => traceId === id))
    }
    return { client, spans, left }
  }

  test('by age deletes what the preview said, with all that belongs to it', async () => {
    const { client, spans, left } = await filled(5)
    const rules = [{ ...rule, maxAgeDays: 3 }]
    await client.retention.set({ rules })

    const [preview] = await client.retention.preview({ rules })
    const { deleted } = await client.retention.apply({})

    expect(preview).toMatchObject({ traces: 2, spans: 2, bytes: 2_000_000 })
    expect(preview?.newest).toBe(spans[3]?.startedAt)
    expect(deleted).toBe(2)
    expect(await left()).toEqual([0, 1, 2])
    for (const table of ['spans', 'span_payloads', 'trace_labels'] as const)
      expect(await db().selectFrom(table).selectAll().execute()).toHaveLength(3)
    await db().texts.settled()
    expect((await client.traces.list({ filter: '"day 4"' })).items).toEqual([])
    expect((await client.traces.list({ filter: '"day 1"' })).items).toHaveLength(1)
  })

  test('by bytes deletes the oldest until the rest fits', async () => {
    const { client, left } = await filled(5)
    await client.retention.set({ rules: [{ ...rule, maxBytes: 2_500_000 }] })

    await client.retention.apply({})

    expect(await left()).toEqual([0, 1])
    expect(await client.retention.apply({})).toEqual({ deleted: 0 })
  })

  test('of a project touches no other', async () => {
    const { client, left } = await filled(3)
    await client.retention.set({ rules: [{ ...rule, project: 'other', maxAgeDays: 1 }] })

    expect(await client.retention.apply({})).toEqual({ deleted: 0 })
    expect(await left()).toEqual([0, 1, 2])
  })

  test('keeps what a run still adds to', async () => {
    const { client } = createTestApp(db())
    const { id } = await queueRun(db())
    const old = makeSpan({ id, traceId: id, startedAt: 1, endedAt: 2 })
    await appendSpans(db(), DEFAULT_WORKSPACE, [old])
    await client.retention.set({ rules: [{ ...rule, maxAgeDays: 1 }] })

    expect(await client.retention.apply({})).toEqual({ deleted: 0 })
  })
})
