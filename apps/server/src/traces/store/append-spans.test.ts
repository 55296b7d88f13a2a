import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from './append-spans.ts'
import { deleteTrace } from './delete-trace.ts'
import { findSpan } from '../query/read-details.ts'
import { findTrace } from '../query/read-traces.ts'
import { counts, rollups } from '../metrics/rollups.fixture.ts'
import {
  costs,
  makeRun,
  makeSpan,
  ms,
  NOON,
  RUN_USAGE,
  unfinished,
  tokens,
} from './span.fixture.ts'

const w = DEFAULT_WORKSPACE

describeDatabases('appended spans', (db) => {
  test('returns appended spans completely', async () => {
    const span = makeSpan({
      kind: 'model',
      node: 'research/search',
      element: 'one question',
      superstep: 3,
      model: 'gpt-x',
      provider: 'openai',
      firstTokenAt: NOON + 7,
      usage: tokens(10, 5, { reasoning: 2 }),
      cost: costs(30, 40),
      error: { code: 'TIMEOUT', message: 'too slow', retryable: true },
      tags: ['prod', 'eu'],
      payloadBytes: 12,
      inputs: { messages: ['hi'] },
      outputs: 'a nul \u0000 and an emoji 🦉',
      events: [{ at: NOON, name: 'retry', attributes: { attempt: 2 } }],
      metadata: { a: 1 },
    })

    await appendSpans(db(), w, [span])

    expect(await findSpan(db(), w, span.traceId, span.id)).toEqual(span)
  })

  test('appended spans distinguish missing values from empty objects and lists', async () => {
    const [empty, none] = [
      makeSpan({ inputs: {}, outputs: [] }),
      makeSpan({ inputs: null, outputs: null }),
    ]

    await appendSpans(db(), w, [empty, none])

    for (const { traceId, id, inputs, outputs } of [empty, none]) {
      expect(await findSpan(db(), w, traceId, id)).toMatchObject({ inputs, outputs })
    }
  })

  test('appended spans keep large payloads', async () => {
    const inputs = { text: 'lorem ipsum '.repeat(100_000) }
    const span = makeSpan({ inputs })

    await appendSpans(db(), w, [span])

    expect((await findSpan(db(), w, span.traceId, span.id))?.inputs).toEqual(inputs)
  })

  test("appended spans create a trace with the totals of its model calls and the root's data", async () => {
    const run = makeRun({ status: 'error', tags: ['prod'] })
    await appendSpans(db(), w, run.all)

    const found = await findTrace(db(), w, run.root.traceId)

    expect(found?.trace).toMatchObject({
      id: run.root.traceId,
      title: 'support',
      name: 'support',
      status: 'error',
      startedAt: NOON,
      endedAt: NOON + ms(1_000),
      firstTokenAt: NOON + ms(300),
      spanCount: 4,
      usage: RUN_USAGE,
      cost: 5_000,
      tags: ['prod'],
    })
    expect(found?.spans.map((span) => span.name)).toEqual([
      'support',
      'answer',
      'ChatOpenAI',
      'calculator',
    ])
  })

  test("appended spans take agent, version, thread, run and title from the run's context", async () => {
    const { root } = makeRun()
    const ids = { runId: root.traceId, agentId: root.id, threadId: root.id }

    await appendSpans(db(), w, [root], { ...ids, version: 3, title: 'Where is my order?' })

    const found = await findTrace(db(), w, root.traceId)
    expect(found?.trace).toMatchObject({ ...ids, version: 3, title: 'Where is my order?' })
  })

  test('accepts spans in any order', async () => {
    const run = makeRun()
    for (const span of run.all.toReversed()) {
      await appendSpans(db(), w, [span])
      await appendSpans(db(), w, [unfinished(span)])
    }

    const found = await findTrace(db(), w, run.root.traceId)

    expect(found?.trace).toMatchObject({ status: 'success', spanCount: 4, cost: 5_000 })
    expect(found?.spans.every((span) => span.status === 'success')).toBe(true)
    expect(await counts(db())).toEqual({ run: 1, node: 1, model: 1, tool: 1 })
  })

  test('appended spans keep stored fields that a later batch leaves empty', async () => {
    const first = makeSpan({
      kind: 'model',
      model: 'gpt-x',
      node: 'answer',
      usage: tokens(1, 2),
      cost: costs(3, 4),
      tags: ['kept'],
      inputs: { a: 1 },
      metadata: { b: 2 },
    })
    const second = makeSpan({ id: first.id, traceId: first.traceId, kind: 'model', outputs: 'x' })

    await appendSpans(db(), w, [first])
    await appendSpans(db(), w, [second])

    const found = await findSpan(db(), w, first.traceId, first.id)
    expect(found).toEqual({ ...first, name: 'agent', outputs: 'x' })
  })

  test('appended spans keep the payload of the end when the start arrives later', async () => {
    const span = makeSpan({ outputs: 'done', metadata: { final: true } })

    await appendSpans(db(), w, [span])
    await appendSpans(db(), w, [
      { ...unfinished(span), inputs: 'question', metadata: { final: false } },
    ])

    const found = await findSpan(db(), w, span.traceId, span.id)
    expect(found).toEqual({ ...span, inputs: 'question' })
  })

  test('appended spans reopen an interrupted run but not an ended one', async () => {
    const { root } = makeRun()
    const paused = { ...unfinished(root), status: 'interrupted' as const }

    await appendSpans(db(), w, [paused])
    await appendSpans(db(), w, [unfinished(root)])
    expect((await findTrace(db(), w, root.traceId))?.trace.status).toBe('running')
    await appendSpans(db(), w, [root])
    await appendSpans(db(), w, [unfinished(root)])

    expect((await findTrace(db(), w, root.traceId))?.trace.status).toBe('success')
  })

  test('spans restart a trace that was deleted while running', async () => {
    const run = makeRun()
    await appendSpans(db(), w, [unfinished(run.root), unfinished(run.node)])
    await deleteTrace(db(), w, run.root.traceId)

    await appendSpans(db(), w, [run.node])

    expect((await findTrace(db(), w, run.root.traceId))?.trace.spanCount).toBe(1)
  })

  test('spans of a deleted trace are not counted again, in any parts', async () => {
    const run = makeRun()
    await appendSpans(db(), w, run.all)
    const counted = await rollups(db())
    await deleteTrace(db(), w, run.root.traceId)

    await appendSpans(db(), w, [unfinished(run.root), run.node])
    for (const span of [run.root, run.model, run.tool]) await appendSpans(db(), w, [span])

    expect((await findTrace(db(), w, run.root.traceId))?.trace.spanCount).toBe(4)
    expect(await rollups(db())).toEqual(counted)
    await appendSpans(db(), w, makeRun().all)
    expect(await counts(db())).toEqual({ run: 2, node: 2, model: 2, tool: 2 })
  })

  test('spans are not cached after a failed write', async () => {
    const run = makeRun()
    await appendSpans(db(), w, [unfinished(run.root)])
    const impossible = { ...run.node, startedAt: Number.NaN }
    await expect(appendSpans(db(), w, [impossible])).rejects.toThrow(/null|NaN/i)

    await appendSpans(db(), w, run.all)

    const found = await findTrace(db(), w, run.root.traceId)
    expect(found?.trace).toMatchObject({ spanCount: 4, cost: 5_000 })
    expect(await counts(db())).toEqual({ run: 1, node: 1, model: 1, tool: 1 })
  })

  test('appended spans stay in their workspace even with equal ids', async () => {
    const { root } = makeRun()
    const other = '00000000-0000-7000-8000-000000000002'
    await appendSpans(db(), w, [root])
    await appendSpans(db(), other, [{ ...root, name: 'theirs' }])

    expect((await findTrace(db(), w, root.traceId))?.trace.name).toBe('support')
    expect((await findTrace(db(), other, root.traceId))?.trace.name).toBe('theirs')
  })

  test('appended spans can number thousands in one batch', async () => {
    const { root } = makeRun()
    const children = Array.from({ length: 2_500 }, (_, i) =>
      makeSpan({ traceId: root.traceId, parentId: root.id, name: `step ${i}` }),
    )

    await appendSpans(db(), w, [root, ...children])

    expect((await findTrace(db(), w, root.traceId))?.trace.spanCount).toBe(2_501)
  })
})
