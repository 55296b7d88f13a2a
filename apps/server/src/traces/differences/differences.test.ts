import type { SpanDetail } from '@lathe/contract'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { appendSpans } from '../store/append-spans.ts'
import { makeRun, ms } from '../store/span.fixture.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'

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

  test('differences list properties with counts, an interval and an adjusted p', async () => {
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

  test('differences between traces split numbers at the median and assign shared traces to the first group', async () => {
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

  test('rejects an invalid filter with the position of the error', async () => {
    const { client } = createTestApp(db())

    const asked = client.traces.differences({ these: 'latency:soon', those: '' })

    await expect(asked).rejects.toMatchObject({
      code: 'INVALID_FILTER',
      data: { problems: [{ at: 8, length: 4 }] },
    })
  })
})

/** A seeded generator of numbers in [0, 1). */
function mulberry(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

describeDatabases('a planted cause', (db) => {
  /**
   * Umbrella fails in 41 % of its traces, other customers in 8 %. Failed traces are short and have
   * no output.
   */
  async function plant() {
    const random = mulberry(28)
    const pick = <T>(...from: readonly [T, ...T[]]): T =>
      from[Math.floor(random() * from.length)] ?? from[0]
    const roots = Array.from({ length: 600 }, (_, number) => {
      const customer = pick('umbrella', 'acme', 'globex', 'initech', 'hooli')
      const isFailed = random() < (customer === 'umbrella' ? 0.41 : 0.08)
      const { root } = makeRun()
      return {
        ...root,
        id: root.id,
        status: isFailed ? ('error' as const) : ('success' as const),
        endedAt: root.startedAt + ms(isFailed ? 200 : 2_000 + number),
        tags: [pick('blue', 'green'), ...(customer === 'umbrella' ? ['big'] : [])],
        metadata: {
          customer,
          plan: pick('free', 'pro', 'team'),
          user_id: `u${Math.floor(random() * 60)}`,
          release: pick('1.4.0', '1.4.1'),
          'deployment.environment.name': pick('production', 'staging'),
          request_id: `r${number}`,
        },
      }
    })
    await appendSpans(db(), DEFAULT_WORKSPACE, roots)
    return roots
  }

  test('a planted cause is listed first, merged with properties of the same traces', async () => {
    const { client } = createTestApp(db())
    const roots = await plant()

    const found = await client.traces.differences({
      these: 'status:error',
      those: 'status:success',
    })

    const [first, ...others] = found.items
    const failed = roots.filter(({ status }) => status === 'error')
    const isUmbrella = ({ metadata }: (typeof roots)[number]) => metadata.customer === 'umbrella'
    expect(first).toMatchObject({
      key: 'metadata.customer',
      value: 'umbrella',
      term: 'metadata.customer:umbrella',
      same: [{ key: 'tag', value: 'big', term: 'tag:big' }],
      these: { with: failed.filter(isUmbrella).length, of: failed.length },
    })
    expect(first?.p).toBeLessThan(0.001)
    expect(others.map(({ key }) => key)).toContain('latency')
    const byChance = others.filter(
      ({ key, p }) => p < 0.05 && key.startsWith('metadata.') && key !== 'metadata.customer',
    )
    expect(byChance).toEqual([])
  })

  test('a planted cause is found in the environment too', async () => {
    const { client } = createTestApp(db())
    for (const [environment, status] of [
      ['canary', 'error'],
      ['stable', 'success'],
    ] as const) {
      const roots = Array.from({ length: 12 }, () => makeRun({ status }).root)
      await appendSpans(db(), DEFAULT_WORKSPACE, roots, { environment })
    }

    const { items } = await client.traces.differences({
      these: 'status:error',
      those: 'status:success',
    })

    const properties = items.flatMap(({ same, ...first }) => [first, ...same])
    expect(properties.map(({ term }) => term)).toContain('environment:canary')
  })

  test('a planted cause is not reported if the groups are chosen by its key', async () => {
    const { client } = createTestApp(db())
    const roots = await plant()
    const umbrella = roots.filter(({ metadata }) => metadata.customer === 'umbrella')

    const { items } = await client.traces.list({
      filter: 'status:error metadata.customer:umbrella',
      limit: 200,
    })
    const chosen = await client.traces.differences({ these: 'metadata.customer:umbrella' })

    expect(items).toHaveLength(umbrella.filter(({ status }) => status === 'error').length)
    expect(chosen.these.counted).toBe(umbrella.length)
    expect(chosen.items.map(({ key }) => key)).not.toContain('metadata.customer')
    expect(chosen.items.find(({ key }) => key === 'status')?.p).toBeLessThan(0.001)
  })

  test('a planted cause is found in feedback too', async () => {
    const { client } = createTestApp(db())
    const roots = await plant()
    const rated = roots.slice(0, 200)
    await db()
      .insertInto('feedback')
      .values(
        rated.map(({ traceId, id, status }, number) => ({
          workspace_id: DEFAULT_WORKSPACE,
          id: uuidv7(),
          span_id: id,
          trace_id: traceId,
          key: 'thumbs',
          score: status === 'error' ? '0' : '1',
          value: number % 2 === 0 ? '"calm"' : '"cross"',
          source: '{"type":"api"}',
          created_at: 0,
          modified_at: 0,
        })),
      )
      .execute()

    const found = await client.traces.differences({
      these: 'status:error',
      those: 'status:success',
    })

    const thumbs = found.items.filter(({ key }) => key === 'feedback.thumbs')
    const down = thumbs.find(({ value }) => value === '0')
    const failed = rated.filter(({ status }) => status === 'error').length
    expect(down).toMatchObject({
      term: 'feedback.thumbs:0',
      these: { with: failed, of: failed },
      those: { with: 0, of: rated.length - failed },
    })
    const { items } = await client.traces.list({ filter: down?.term ?? '', limit: 200 })
    expect(items).toHaveLength(failed)
    expect(thumbs.find(({ value }) => value === 'calm')?.p).toBeGreaterThan(0.05)
  })
})
