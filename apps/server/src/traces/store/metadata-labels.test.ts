import type { JsonObject } from '@lathe/contract'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from './append-spans.ts'
import { appendParts } from './append-parts.ts'
import { deleteTrace } from './delete-trace.ts'
import { makeRun, makeSpan, ms, NOON, unfinished } from './span.fixture.ts'

const w = DEFAULT_WORKSPACE

describeDatabases('metadata of roots', (db) => {
  const labels = () =>
    db()
      .selectFrom('trace_labels')
      .select(['key', 'value', 'started_at'])
      .where('key', 'like', 'metadata.%')
      .orderBy('key')
      .execute()
  const pairs = async () => (await labels()).map(({ key, value }) => `${key}=${value}`)

  const { root } = makeRun()
  const deliver = async (part: { endedAt?: number; metadata?: JsonObject }) =>
    await appendParts(
      db(),
      w,
      [{ id: root.id, traceId: root.traceId, isRoot: true, startedAt: NOON, ...part }],
      {
        source: 'langsmith',
        calculateCost: () => ({ total: null, input: null, output: null, priceId: null }),
        projects: { findProject: () => undefined, fallback: undefined, isExperiment: () => false },
        receivedAt: NOON,
      },
    )

  test('metadata of roots is searchable for scalar values, unlike that of other spans', async () => {
    const run = makeRun({ metadata: { customer: 'acme', paying: true, seats: 3, deep: { a: 1 } } })
    const node = { ...run.node, metadata: { customer: 'other' } }

    await appendSpans(db(), w, [run.root, node])

    expect(await pairs()).toEqual([
      'metadata.customer=acme',
      'metadata.paying=true',
      'metadata.seats=3',
    ])
  })

  test('metadata of roots is merged across parts; a changed value replaces the previous one', async () => {
    await deliver({ metadata: { customer: 'acme', env: 'prod' } })
    await deliver({ endedAt: NOON + ms(5), metadata: { customer: 'umbrella', release: '1.2' } })

    expect(await pairs()).toEqual([
      'metadata.customer=umbrella',
      'metadata.env=prod',
      'metadata.release=1.2',
    ])
  })

  test('survives an end without metadata', async () => {
    await deliver({ metadata: { customer: 'acme' } })
    await deliver({ endedAt: NOON + ms(5) })

    expect(await pairs()).toEqual(['metadata.customer=acme'])
  })

  test('moves with a trace whose start moves earlier', async () => {
    const span = makeSpan({ metadata: { customer: 'acme' } })
    await appendSpans(db(), w, [unfinished(span)])
    await appendSpans(db(), w, [{ ...span, startedAt: NOON - 7 }])

    expect((await labels()).map(({ started_at }) => started_at)).toEqual([NOON - 7])
  })

  test('uses the first of several roots', async () => {
    const first = makeSpan({ metadata: { customer: 'acme' } })
    const { traceId } = first
    const other = makeSpan({ traceId, startedAt: NOON + ms(1), metadata: { customer: 'other' } })

    await appendSpans(db(), w, [first, other])

    expect(await pairs()).toEqual(['metadata.=', 'metadata.customer=acme'])
  })

  test('drops labels that are missing from a replaced root', async () => {
    const span = makeSpan({ metadata: { customer: 'acme' } })
    await appendSpans(db(), w, [span])
    await appendSpans(db(), w, [{ ...span, metadata: { deep: { a: 1 } } }])

    expect(await pairs()).toEqual([])
  })

  test('metadata of roots is deleted with its trace', async () => {
    const span = makeSpan({ metadata: { customer: 'acme' } })
    await appendSpans(db(), w, [span])

    await deleteTrace(db(), w, span.traceId)

    expect(await labels()).toEqual([])
  })

  test.each([
    ['metadata.customer:acme', ['a']],
    ['metadata.customer:ACME', []],
    ['metadata.customer:acme,umbrella', ['b', 'a']],
    ['metadata.customer:ac*', ['a']],
    ['metadata.customer:*', ['b', 'a']],
    ['-metadata.customer:*', ['c']],
    ['-metadata.customer:acme', ['c', 'b']],
    ['metadata."end user":"Ann Lee"', ['a']],
    ['metadata.customer:acme metadata.env:prod', ['a']],
    ['metadata.customer:umbrella metadata.env:prod', []],
  ])('%s finds %j', async (filter, titles) => {
    const add = (title: string, after: number, metadata: JsonObject) =>
      appendSpans(db(), w, [makeSpan({ startedAt: NOON + after, metadata })], { title })
    await add('a', 1, { customer: 'acme', env: 'prod', 'end user': 'Ann Lee' })
    await add('b', 2, { customer: 'umbrella', env: 'test' })
    await add('c', 3, {})

    const { items } = await createTestApp(db()).client.traces.list({ filter })

    expect(items.map(({ title }) => title)).toEqual(titles)
  })

  test("metadata of roots is counted for facets without the key's own filter", async () => {
    for (const [customer, env] of [
      ['acme', 'prod'],
      ['acme', 'test'],
      ['umbrella', 'prod'],
    ])
      await appendSpans(db(), w, [makeSpan({ metadata: { customer, env } as JsonObject })])

    const { metadata } = await createTestApp(db()).client.traces.facets({
      filter: 'metadata.customer:umbrella',
    })

    expect(metadata).toEqual([
      {
        key: 'customer',
        count: 3,
        values: [
          { value: 'acme', count: 2 },
          { value: 'umbrella', count: 1 },
        ],
      },
      { key: 'env', count: 1, values: [{ value: 'prod', count: 1 }] },
    ])
  })

  test('appears in the list', async () => {
    await appendSpans(db(), w, [makeSpan({ metadata: { customer: 'acme', nested: {} } })])

    const { items } = await createTestApp(db()).client.traces.list({})

    expect(items[0]?.metadata).toEqual({ customer: 'acme' })
  })

  test('metadata of roots with many keys hides the overflow marker', async () => {
    const keys = Array.from({ length: 40 }, (_, at) => `key${at}`)
    const metadata = Object.fromEntries(keys.map((key) => [key, 'x']))
    await appendSpans(db(), w, [makeSpan({ metadata })])
    const { client } = createTestApp(db())

    const { items } = await client.traces.list({})
    const facets = await client.traces.facets({})

    expect(Object.keys(items[0]?.metadata ?? {}).toSorted()).toEqual(keys.slice(0, 32).toSorted())
    expect(facets.metadata.map(({ key }) => key)).not.toContain('')
  })
})
