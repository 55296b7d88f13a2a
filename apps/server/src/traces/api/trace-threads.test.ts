import type { TraceThread } from '@lathe/contract'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from '../store/append-spans.ts'
import { costs, makeSpan, ms, NOON, tokens } from '../store/span.fixture.ts'
import { ensureProject } from '../ingest/projects.store.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'

const failure = { code: 'RATE_LIMITED', message: 'Slow down', retryable: true } as const

describeDatabases('threads of other programs', (db) => {
  const addProject = async (name: string) =>
    (await ensureProject(db(), DEFAULT_WORKSPACE, { name, createdAt: NOON })).row.id

  /** A turn this many seconds after noon. */
  const turn = async (threadId: string | undefined, second: number, more: More = {}) => {
    const { title = `turn ${second}`, source = 'langsmith', projectId, ...fields } = more
    const startedAt = NOON + ms(second * 1_000)
    const span = makeSpan({ startedAt, endedAt: startedAt + ms(500), ...fields })
    await appendSpans(db(), DEFAULT_WORKSPACE, [span], {
      title,
      ...(source && { source }),
      ...(threadId !== undefined && { threadId }),
      ...(projectId !== undefined && { projectId }),
    })
    return span
  }
  type More = Partial<Parameters<typeof makeSpan>[0]> & {
    title?: string
    source?: 'langsmith' | 'otlp' | null
    projectId?: string
  }

  test('threads of other programs sum up their traces and come newest first', async () => {
    const { client } = createTestApp(db())
    const shop = await addProject('shop')
    const model = { kind: 'model', model: 'gpt', projectId: shop } as const
    await turn('a', 0, { ...model, title: 'Where is it?', usage: tokens(10, 2), cost: costs(1, 2) })
    await turn('b', 10, { source: 'otlp' })
    const last = await turn('a', 20, {
      ...model,
      usage: tokens(5, 1),
      status: 'error',
      error: failure,
    })
    await turn(undefined, 30)
    await turn('own', 40, { source: null })

    const { items, next } = await client.traces.threads({})

    expect(next).toBeNull()
    expect(items).toMatchObject([
      {
        threadId: 'a',
        project: 'shop',
        title: 'Where is it?',
        turns: 2,
        failed: 1,
        startedAt: NOON,
        lastReceivedAt: NOON + ms(20_500),
        last: { id: last.traceId, title: 'turn 20', status: 'error', startedAt: NOON + ms(20_000) },
        usage: { input: 15, output: 3 },
        pricedCost: 3,
      },
      { threadId: 'b', project: null, turns: 1, failed: 0, title: 'turn 10', cost: 0 },
    ])
  })

  test('threads of other programs with equal ids in two projects are separate', async () => {
    const { client } = createTestApp(db())
    const [shop, bank] = [await addProject('shop'), await addProject('bank')]
    await turn('1', 0, { projectId: shop })
    await turn('1', 1, { projectId: bank })
    await turn('1', 2, { projectId: shop })

    const { items } = await client.traces.threads({})

    expect(items.map(({ project, turns }) => [project, turns])).toEqual([
      ['shop', 2],
      ['bank', 1],
    ])
  })

  test('separates threads of deleted projects and of no project from threads with the same id', async () => {
    const { client } = createTestApp(db())
    const [gone, shop] = [v7(), await addProject('shop')]
    await turn('1', 0, { projectId: gone })
    await turn('1', 1)
    await turn('1', 2, { projectId: shop })

    const [ofGone, ofNone] = await Promise.all([
      client.traces.threads({ threadId: '1', project: gone }),
      client.traces.threads({ threadId: '1', filter: '-project:*' }),
    ])

    expect(ofGone.items).toMatchObject([{ project: null, projectId: gone, title: 'turn 0' }])
    expect(ofNone.items).toMatchObject([{ project: null, projectId: null, title: 'turn 1' }])
  })

  test('threads of other programs match if any of their traces does, and include all', async () => {
    const { client } = createTestApp(db())
    await turn('a', 0, { status: 'error', error: failure })
    await turn('a', 1)
    await turn('b', 2)

    const { items } = await client.traces.threads({ filter: 'status:error' })

    expect(items).toMatchObject([{ threadId: 'a', turns: 2, failed: 1, last: { title: 'turn 1' } }])
    await expect(client.traces.threads({ filter: 'cost:>x' })).rejects.toMatchObject({
      code: 'INVALID_FILTER',
    })
  })

  test('threads of other programs page without gaps or repeats while new traces arrive', async () => {
    const { client } = createTestApp(db())
    for (let second = 0; second < 12; second++) await turn(`t${second % 5}`, second)
    const first = await client.traces.threads({ limit: 2 })
    await turn('t4', 100)
    const second = await client.traces.threads({ limit: 2, before: first.next ?? never() })

    expect(idsOf(first)).toEqual(['t1', 't0'])
    // Threads that continued meanwhile moved to the first page.
    expect(idsOf(second)).toEqual(['t3', 't2'])
    expect(second.next).toBeNull()
  })

  test('pages threads by their matching traces and ignores later ones', async () => {
    const { client } = createTestApp(db())
    for (let second = 0; second < 3; second++)
      await turn(`t${second}`, second, { status: 'error', error: failure })
    for (let second = 3; second < 6; second++) await turn(`t${second % 3}`, second)
    const filter = 'status:error'
    const first = await client.traces.threads({ filter, limit: 2 })
    const second = await client.traces.threads({ filter, limit: 2, before: first.next ?? never() })

    expect(idsOf(first)).toEqual(['t2', 't1'])
    expect(idsOf(second)).toEqual(['t0'])
    expect(second.next).toBeNull()
  })

  test('finds threads behind more traces than one read scans', async () => {
    const { client } = createTestApp(db())
    await turn('old', 0)
    const spans = Array.from({ length: 2_100 }, (_, index) =>
      makeSpan({ startedAt: NOON + ms(1_000 + index) }),
    )
    await appendSpans(db(), DEFAULT_WORKSPACE, spans, { source: 'otlp', threadId: 'long' })

    const { items } = await client.traces.threads({})

    expect(items.map(({ threadId, turns }) => [threadId, turns])).toEqual([
      ['long', 2_100],
      ['old', 1],
    ])
  })

  test('threads of other programs return the root with payloads once it has arrived', async () => {
    const { client } = createTestApp(db())
    const root = await turn('a', 0, { inputs: { question: 'Why?' }, outputs: { answer: 'So.' } })
    const orphan = await turn('a', 1, { parentId: v7() })

    expect(await client.traces.root({ id: root.traceId })).toMatchObject({
      id: root.id,
      inputs: { question: 'Why?' },
      outputs: { answer: 'So.' },
    })
    for (const id of [orphan.traceId, v7()])
      await expect(client.traces.root({ id })).rejects.toMatchObject({ code: 'NO_SUCH_SPAN' })
  })
})

const idsOf = ({ items }: { items: TraceThread[] }) => items.map(({ threadId }) => threadId)

const never = (): never => {
  throw new Error('There is one')
}
