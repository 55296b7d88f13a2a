import { writeTraceCursor } from '@lathe/traces'
import { v4, v7 } from 'uuid'
import { expect, test } from 'vitest'
import { appendSpans } from '../store/append-spans.ts'
import { insertAgent, makeRun, makeSpan, ms, NOON, tokens } from '../store/span.fixture.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'

const failure = { code: 'RATE_LIMITED', message: 'Slow down', retryable: true } as const

describeDatabases('the trace list', (db) => {
  /** A failed run of `support` with a tool and a model call, and a fast one of another agent. */
  const filled = async () => {
    const { client } = createTestApp(db())
    const agentId = await insertAgent(db(), 'support')
    const failed = makeRun({ status: 'error', error: failure, endedAt: NOON + ms(5_000) })
    await appendSpans(db(), DEFAULT_WORKSPACE, failed.all, {
      agentId,
      version: 2,
      threadId: 'thread-1',
      title: 'Refund',
    })
    const quick = makeSpan({
      kind: 'model',
      name: 'ask',
      model: 'gpt-5-mini',
      tags: ['prod', 'eu'],
      startedAt: NOON + ms(60_000),
      endedAt: NOON + ms(60_100),
      usage: tokens(20_000, 5, { reasoning: 3 }),
    })
    await appendSpans(db(), DEFAULT_WORKSPACE, [quick], { source: 'otlp', title: 'Weather' })
    const found = async (filter: string) =>
      (await client.traces.list({ filter })).items.map(({ title }) => title)
    return { client, failed, quick, found }
  }

  test.each([
    ['status:error', ['Refund']],
    ['-status:error', ['Weather']],
    ['status:error,success', ['Weather', 'Refund']],
    ['agent:support', ['Refund']],
    ['agent:sup*', ['Refund']],
    ['agent:nobody', []],
    ['agent:*', ['Refund']],
    ['-agent:*', ['Weather']],
    ['-project:*', ['Weather', 'Refund']],
    ['thread:*', ['Refund']],
    ['version:2', ['Refund']],
    ['source:otlp', ['Weather']],
    ['-source:otlp', ['Refund']],
    ['source:lathe', ['Refund']],
    ['source:otlp,lathe', ['Weather', 'Refund']],
    ['thread:thread-1', ['Refund']],
    ['model:gpt*', ['Weather']],
    ['model:demo-1', ['Refund']],
    ['-model:demo-1', ['Weather']],
    ['tool:calculator', ['Refund']],
    ['node:answer', ['Refund']],
    ['-node:*', ['Weather']],
    ['tag:prod tag:eu', ['Weather']],
    ['tag:prod -tag:eu', []],
    ['error:RATE_LIMITED', ['Refund']],
    ['name:ask', ['Weather']],
    ['latency:>2s', ['Refund']],
    ['latency:<=100ms', ['Weather']],
    ['ttft:<1s', ['Refund']],
    ['tokens:>10k', ['Weather']],
    ['cached:>30', ['Refund']],
    ['reasoning:3', ['Weather']],
    ['audio:45', ['Refund']],
    ['-audio:>0', ['Weather']],
    ['spans:4', ['Refund']],
    // One trace has an unknown price.
    ['cost:<1', ['Refund']],
    ['cost:>0.000001', ['Refund']],
    ['status:error model:demo-1 latency:>2s', ['Refund']],
  ])('%s finds %j', async (filter, titles) => {
    const { found } = await filled()

    expect(await found(filter)).toEqual(titles)
  })

  test('rejects an invalid filter with the position', async () => {
    const { client } = createTestApp(db())

    await expect(client.traces.list({ filter: 'tag:a latency:soon' })).rejects.toMatchObject({
      code: 'INVALID_FILTER',
      status: 400,
      data: { problems: [{ at: 14, length: 4 }] },
    })
  })

  test('filters by feedback score and value and lists its keys', async () => {
    const { client, found, failed } = await filled()
    const feedback = (key: string, said: { score?: string; value?: string }) => ({
      workspace_id: DEFAULT_WORKSPACE,
      id: key,
      span_id: failed.root.id,
      trace_id: failed.root.traceId,
      project_id: null,
      key,
      score: said.score ?? null,
      value: said.value ?? null,
      comment: null,
      correction: null,
      source: '{}',
      created_at: NOON,
      modified_at: NOON,
    })
    await db()
      .insertInto('feedback')
      .values([
        feedback('thumbs', { score: 'false' }),
        feedback('quality', { score: '0.25' }),
        feedback('tone', { value: '"rude"' }),
      ])
      .execute()

    expect(await found('feedback.thumbs:0')).toEqual(['Refund'])
    expect(await found('feedback.thumbs:1')).toEqual([])
    expect(await found('feedback.quality:<0.5')).toEqual(['Refund'])
    expect(await found('feedback.tone:ru*')).toEqual(['Refund'])
    expect(await found('feedback.quality:*')).toEqual(['Refund'])
    const counts = async (filter: string) => (await client.traces.facets({ filter })).feedback
    const all = ['quality', 'thumbs', 'tone'].map((key) => ({ key, count: 1 }))
    expect(await counts('feedback.thumbs:1')).toEqual(all)
    expect(await counts('-agent:*')).toEqual([])
  })

  test('combines search terms with other conditions', async () => {
    const { client, found } = await filled()
    for (const title of ['the refund policy', 'policy of refund']) {
      const span = makeSpan({ name: 'note', kind: 'tool', tags: ['kb'], inputs: title })
      await appendSpans(db(), DEFAULT_WORKSPACE, [span], { title })
    }
    await db().texts.settled()

    expect(await found('"refund policy" tag:kb')).toEqual(['the refund policy'])
    expect(await found('refund policy -"refund policy"')).toEqual(['policy of refund'])
    expect(await found('text:refu tag:nothing')).toEqual([])
    const { counted } = await client.traces.facets({ filter: 'refu' })
    expect(counted).toBe(2)
  })

  test.each(['tag:prod', 'status:success,error', ''])(
    'pages through %j without gaps or repeats, in both directions',
    async (filter) => {
      const { client } = createTestApp(db())
      const spans = Array.from({ length: 7 }, (_, index) =>
        makeSpan({
          tags: ['prod'],
          status: index % 2 === 0 ? 'success' : 'error',
          startedAt: NOON + (index % 3),
        }),
      )
      await appendSpans(db(), DEFAULT_WORKSPACE, spans)
      const listed = await client.traces.list({ filter })
      const newestFirst = listed.items.map(({ id }) => id)
      expect(newestFirst.toSorted()).toEqual(spans.map(({ traceId }) => traceId).toSorted())

      const seen: string[] = []
      for (let before: string | null | undefined; before !== null;) {
        const page = await client.traces.list({ filter, limit: 2, before })
        seen.push(...page.items.map(({ id }) => id))
        before = page.next
      }
      expect(seen).toEqual(newestFirst)

      const back = [seen.at(-1) ?? '']
      for (let after: string | null = back[0] ?? ''; after !== null;) {
        const page = await client.traces.list({ filter, limit: 2, after })
        back.unshift(...page.items.map(({ id }) => id))
        after = page.next
      }
      expect(back).toEqual(newestFirst)
    },
  )

  test.each([
    ['its program numbered by the time', () => v7()],
    ['its program numbered by chance', () => v4()],
  ])('continues after a deleted trace, %s', async (_, makeId) => {
    const { client } = createTestApp(db())
    const spans = Array.from({ length: 5 }, (__, index) =>
      makeSpan({ traceId: makeId(), startedAt: NOON - ms(index) }),
    )
    await appendSpans(db(), DEFAULT_WORKSPACE, spans, { source: 'otlp' })
    const newestFirst = spans.map(({ traceId }) => traceId)
    const [, , middle] = (await client.traces.list({})).items
    if (!middle) throw new Error('There are five')
    await client.traces.delete({ id: middle.id })

    const idsAt = async (place: { before: string } | { after: string }) =>
      (await client.traces.list({ ...place, limit: 1 })).items.map(({ id }) => id)
    const place = writeTraceCursor(middle)

    expect(await idsAt({ before: place })).toEqual(newestFirst.slice(3, 4))
    expect(await idsAt({ after: place })).toEqual(newestFirst.slice(1, 2))
    await expect(client.traces.list({ before: middle.id })).rejects.toMatchObject({ status: 404 })
  })

  test("counts facets without a key's own filter", async () => {
    const { client, failed } = await filled()
    const { traceId, id: parentId } = failed.root
    const step = makeSpan({ traceId, parentId, kind: 'chain', tags: ['graph:step:1', 'vip'] })
    await appendSpans(db(), DEFAULT_WORKSPACE, [step])

    const { facets, counted } = await client.traces.facets({ filter: 'status:error' })

    const of = (key: string) => facets.find((facet) => facet.key === key)?.values
    expect(counted).toBe(1)
    expect(of('model')).toEqual([{ value: 'demo-1', count: 1 }])
    expect(of('tool')).toEqual([{ value: 'calculator', count: 1 }])
    expect(of('node')).toEqual([{ value: 'answer', count: 1 }])
    expect(of('agent')).toEqual([{ value: 'support', count: 1 }])
    expect(of('source')).toEqual([{ value: 'lathe', count: 1 }])
    expect(of('tag')).toEqual([{ value: 'vip', count: 1 }])
    expect(of('status')).toEqual([
      { value: 'error', count: 1 },
      { value: 'success', count: 1 },
    ])
  })

  test('returns a histogram of starts and errors', async () => {
    const { client } = await filled()
    const range = { from: NOON, to: NOON + ms(120_000) }

    const { step, bars } = await client.traces.histogram({ ...range, bars: 4 })
    const failed = await client.traces.histogram({ filter: 'status:error', bars: 4 })

    expect(step).toBe(30_000_000)
    expect(bars).toEqual([
      { at: NOON, count: 1, errors: 1 },
      { at: NOON + ms(60_000), count: 1, errors: 0 },
    ])
    expect(failed.bars).toEqual([{ at: NOON, count: 1, errors: 1 }])
  })

  test('filters by user tags and keeps tags of the program', async () => {
    const { client, found, quick } = await filled()

    expect(await client.traces.tag({ filter: 'tag:prod', add: ['seen', 'eu'] })).toEqual({
      tagged: 1,
      changed: [quick.traceId],
    })
    const again = await client.traces.tag({ ids: [quick.traceId], add: ['seen'] })
    expect(again).toEqual({ tagged: 1, changed: [] })
    expect(await found('tag:seen')).toEqual(['Weather'])
    // A late part of the same span does not change them.
    await appendSpans(db(), DEFAULT_WORKSPACE, [quick], { source: 'otlp' })
    const [weather] = (await client.traces.list({ filter: 'tag:seen' })).items
    expect(weather?.tags.toSorted()).toEqual(['eu', 'prod', 'seen'])

    const gone = Array.from({ length: 1_500 }, () => v7())
    await client.traces.tag({ ids: [...gone, quick.traceId], remove: ['seen', 'eu'] })
    expect(await found('tag:seen')).toEqual([])
    expect(await found('tag:eu')).toEqual(['Weather'])
  })

  test('deletes exactly the traces that match a filter', async () => {
    const { client, found } = await filled()

    expect(await client.traces.deleteMany({ filter: 'latency:<1s' })).toEqual({
      deleted: 1,
      live: 0,
    })
    expect(await found('')).toEqual(['Refund'])
    const labels = await db().selectFrom('trace_labels').select('value').execute()
    expect(labels.map(({ value }) => value)).not.toContain('gpt-5-mini')
  })
})
