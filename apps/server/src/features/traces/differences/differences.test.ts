import type { SpanDetail } from '@lathe/contract'
import { expect, test } from 'vitest'
import { appendSpans } from '../../../db/spans/append-spans.ts'
import { makeRun, ms } from '../../../db/spans/span.fixture.ts'
import { DEFAULT_WORKSPACE } from '../../../db/schema.ts'
import { describeDatabases } from '../../../testing/databases.ts'
import { createTestApp } from '../../../testing/test-app.ts'

describeDatabases('differences between traces', (db) => {
  async function withRuns(number: number, status: 'success' | 'error', more: Partial<SpanDetail>) {
    const runs = Array.from({ length: number }, () => makeRun({ status, ...more }))
    await appendSpans(
      db(),
      DEFAULT_WORKSPACE,
      runs.flatMap(({ all }) => all),
    )
    return runs
  }

  test('name what one group has more of, with counts, an interval and an adjusted p', async () => {
    const { client } = createTestApp(db())
    await withRuns(12, 'error', { tags: ['canary', 'eu', 'seq:step:1', 'langsmith:hidden'] })
    await withRuns(3, 'error', { tags: ['eu'] })
    await withRuns(2, 'success', { tags: ['canary', 'eu'] })
    const calm = await withRuns(20, 'success', { tags: ['eu'] })

    const told = await client.traces.differences({ these: 'status:error', those: 'status:success' })

    expect(told).toMatchObject({
      these: { counted: 15, isPartial: false },
      those: { counted: 22, isPartial: false },
      both: 0,
    })
    const [first] = told.items
    expect(first).toMatchObject({
      key: 'tag',
      value: 'canary',
      term: 'tag:canary',
      these: { with: 12, of: 15 },
      those: { with: 2, of: 22 },
      difference: expect.closeTo(12 / 15 - 2 / 22, 10),
    })
    expect(first?.low).toBeGreaterThan(0.3)
    expect(first?.p).toBeLessThan(0.001)
    const others = told.items.filter(({ key }) => key === 'status' || key === 'node')
    expect(others).toEqual([])
    expect(calm).toHaveLength(20)
  })

  test('split numbers in the middle of both, and take what passes both for the first', async () => {
    const { client } = createTestApp(db())
    const slow = makeRun().root.startedAt + ms(9_000)
    await withRuns(10, 'error', { endedAt: slow })
    await withRuns(10, 'success', { tags: ['both'] })

    const told = await client.traces.differences({ these: 'status:error', those: 'status:success' })
    const latency = told.items.find(({ key }) => key === 'latency')
    const same = await client.traces.differences({ these: 'tag:both', those: 'status:success' })
    const rest = await client.traces.differences({ these: 'tag:both' })
    const none = await client.traces.differences({ these: 'tag:nobody', those: 'tag:both' })

    expect(latency).toMatchObject({
      term: 'latency:>1000ms',
      these: { with: 10, of: 10 },
      those: { with: 0, of: 10 },
    })
    const { items } = await client.traces.list({ filter: latency?.term ?? '' })
    expect(items).toHaveLength(10)
    const [counted, nobody] = [{ counted: 10 }, { counted: 0 }]
    expect(same).toMatchObject({ both: 10, these: counted, those: nobody, items: [] })
    expect(rest).toMatchObject({ both: 10, these: counted, those: counted })
    expect(none).toMatchObject({ these: { counted: 0 }, those: counted, items: [] })
  })

  test('are refused with the place of what cannot be understood', async () => {
    const { client } = createTestApp(db())

    const asked = client.traces.differences({ these: 'latency:soon', those: '' })

    await expect(asked).rejects.toMatchObject({
      code: 'INVALID_FILTER',
      data: { problems: [{ at: 8, length: 4 }] },
    })
  })
})
