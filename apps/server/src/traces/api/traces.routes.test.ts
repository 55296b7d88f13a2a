import { emptyCheckpoint } from '@langchain/langgraph-checkpoint'
import type { Exchange, RunStatus } from '@lathe/contract'
import { expect, test } from 'vitest'
import { Checkpointer } from '../../platform/db/checkpoints/checkpointer.ts'
import { appendSpans } from '../store/append-spans.ts'
import { appendExchanges } from '../store/exchanges.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { queueRun } from '../../testing/run-factory.ts'
import { span } from '../../testing/span-factory.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { BlockBuffer } from '../../platform/db/value-blocks/block-buffer.ts'
import { toEventsRow } from '../../runs/api/run-events.store.ts'

const exchange = (traceId: string, spanId: string, id: string): Exchange => ({
  id,
  traceId,
  spanId,
  kind: 'tool',
  name: 'calculator',
  address: { path: ['reply'], superstep: 1, branch: null, ordinal: 0 },
  fingerprint: 'f'.repeat(64),
  attempt: 1,
  startedAt: 1_780_000_000_000_000,
  durationMs: 3,
  error: null,
  content: { type: 'call', request: { expression: '1+1' }, result: 2 },
})

const nowhere = '019f0000-0000-7000-8000-000000000000'

describeDatabases('traces API', (db) => {
  const traced = async () => {
    const { client } = createTestApp(db())
    const root = span({ kind: 'agent', name: 'Echo', usage: null, cost: null })
    const model = span({ traceId: root.id, parentId: root.id })
    await appendSpans(db(), DEFAULT_WORKSPACE, [root, model], { title: 'Why?' })
    await appendExchanges(db(), DEFAULT_WORKSPACE, [
      exchange(root.id, model.id, '019f0000-0000-7000-8000-000000000001'),
      exchange(root.id, root.id, '019f0000-0000-7000-8000-000000000002'),
    ])
    return { client, root, model }
  }

  test('returns a trace with totals and spans without payloads', async () => {
    const { client, root, model } = await traced()

    const { trace, spans } = await client.traces.get({ id: root.id })

    expect(trace).toMatchObject({
      title: 'Why?',
      spanCount: 2,
      cost: 18_000,
      usage: { input: 100, output: 20 },
    })
    expect(new Set(spans.map(({ id }) => id))).toEqual(new Set([root.id, model.id]))
    expect(spans.some((one) => 'inputs' in one)).toBe(false)
  })

  test('returns a span with payloads', async () => {
    const { client, root, model } = await traced()

    const detail = await client.traces.span({ traceId: root.id, spanId: model.id })

    expect(detail).toEqual(model)
  })

  test('returns the recording of a trace or of one span', async () => {
    const { client, root, model } = await traced()

    const all = await client.traces.exchanges({ id: root.id })
    const one = await client.traces.exchanges({ id: root.id, spanId: model.id })

    expect(all).toHaveLength(2)
    expect(one).toEqual([exchange(root.id, model.id, '019f0000-0000-7000-8000-000000000001')])
  })

  test('filters by status and title text', async () => {
    const { client } = await traced()
    const failed = span({ status: 'error' })
    await appendSpans(db(), DEFAULT_WORKSPACE, [failed], { title: 'Broken' })

    const titles = async (filter: { status?: 'error' | ['success']; q?: string }) =>
      (await client.traces.list(filter)).items.map(({ title }) => title)

    expect(await titles({ status: 'error' })).toEqual(['Broken'])
    expect(await titles({ status: ['success'] })).toEqual(['Why?'])
    expect(await titles({ q: 'why' })).toEqual(['Why?'])
  })

  test('deletes the trace of an ended run and rejects that of a live run', async () => {
    const { client } = createTestApp(db())
    const { id } = await queueRun(db())
    await appendSpans(db(), DEFAULT_WORKSPACE, [span({ id, traceId: id, kind: 'agent' })])

    const move = (status: RunStatus, lease_owner: string | null) =>
      db().updateTable('runs').set({ status, lease_owner }).where('id', '=', id).execute()

    for (const status of ['pending', 'running', 'interrupted', 'cancelled'] as const) {
      // A cancelled run stores its last events while it holds its lease.
      await move(status, 'a process')
      await expect(client.traces.delete({ id })).rejects.toMatchObject({
        code: 'RUN_LIVE',
        status: 409,
        data: { status },
      })
    }
    await move('cancelled', null)
    await client.traces.delete({ id })

    await expect(client.traces.get({ id })).rejects.toMatchObject({ code: 'NO_SUCH_TRACE' })
  })

  test("returns a run's trace before its first span, until it ends without one", async () => {
    const { client } = createTestApp(db())
    const { id, threadId } = await queueRun(db())

    const { trace, spans } = await client.traces.get({ id })

    expect(trace).toMatchObject({ id, runId: id, threadId, status: 'running', endedAt: null })
    expect(spans).toEqual([])
    const parts = await partsOf(client.traces.outline({ id }))
    expect(parts).toMatchObject([
      { type: 'trace', trace },
      { type: 'spans', spans: { starts: [] } },
    ])
    expect(await client.traces.exchanges({ id })).toEqual([])
    expect(await partsOf(client.traces.details({ id }))).toEqual([])

    await db()
      .updateTable('runs')
      .set({ status: 'cancelled', lease_owner: null })
      .where('id', '=', id)
      .execute()
    const missing = { code: 'NO_SUCH_TRACE' }
    await expect(client.traces.get({ id })).rejects.toMatchObject(missing)
    await expect(client.traces.outline({ id })).rejects.toMatchObject(missing)
    await expect(client.traces.details({ id })).rejects.toMatchObject(missing)
  })

  test('deletes a run outside a conversation with its trace', async () => {
    const { client } = createTestApp(db())
    const saver = new Checkpointer(db(), DEFAULT_WORKSPACE)
    const [apart, inThread] = [await queueRun(db(), { source: 'comparison' }), await queueRun(db())]
    for (const { id, threadId } of [apart, inThread]) {
      const place = { configurable: { thread_id: threadId, checkpoint_ns: '' } }
      await saver.put(place, emptyCheckpoint(), { source: 'input', step: -1, parents: {} }, {})
      await db()
        .insertInto('run_events')
        .values(toEventsRow({ runId: id, events: [] }, new BlockBuffer()))
        .execute()
      await appendSpans(db(), DEFAULT_WORKSPACE, [span({ id, traceId: id, kind: 'agent' })])
    }
    await db().updateTable('runs').set({ status: 'success', lease_owner: null }).execute()

    await client.traces.deleteMany({ ids: [apart.id, inThread.id] })

    const left = await db().selectFrom('checkpoints').select('thread_id').execute()
    expect(left).toEqual([{ thread_id: inThread.threadId }])
    const told = await db().selectFrom('run_events').select('run_id').execute()
    expect(told).toEqual([{ run_id: inThread.id }])
  })

  test('deletes a trace with its spans and recording', async () => {
    const { client, root, model } = await traced()

    await client.traces.delete({ id: root.id })

    await expect(client.traces.get({ id: root.id })).rejects.toMatchObject({
      code: 'NO_SUCH_TRACE',
    })
    await expect(client.traces.span({ traceId: root.id, spanId: model.id })).rejects.toMatchObject({
      code: 'NO_SUCH_SPAN',
    })
    await expect(client.traces.exchanges({ id: root.id })).rejects.toMatchObject({
      code: 'NO_SUCH_TRACE',
    })
    await expect(client.traces.delete({ id: nowhere })).rejects.toMatchObject({
      code: 'NO_SUCH_TRACE',
    })
  })
})

describeDatabases('metrics', (db) => {
  const hour = 3_600_000_000
  const from = 1_780_000_000_000_000 - (1_780_000_000_000_000 % hour)

  test('fill gaps and sum up', async () => {
    const { client } = createTestApp(db())
    const root = span({ kind: 'agent', usage: null, cost: null })
    await appendSpans(db(), DEFAULT_WORKSPACE, [
      root,
      span({ traceId: root.id, parentId: root.id }),
    ])

    const { points, total } = await client.metrics.series({ from, to: from + 3 * hour })

    expect(points.map(({ runs }) => runs)).toEqual([1, 0, 0])
    expect(total).toMatchObject({ runs: 1, modelCalls: 1, cost: 18_000, usage: { input: 100 } })
    expect(total.latency.p50).toBeGreaterThan(450)
  })

  test('metrics group by model', async () => {
    const { client } = createTestApp(db())
    await appendSpans(db(), DEFAULT_WORKSPACE, [span(), span({ model: 'demo-fast' }), span()])

    const groups = await client.metrics.groups({ from, to: from + hour, by: 'model' })

    expect(groups.map(({ key, total }) => [key, total.modelCalls])).toEqual([
      ['demo-1', 2],
      ['demo-fast', 1],
    ])
  })

  test('metrics list the newest traces, oldest first', async () => {
    const { client } = createTestApp(db())
    const at = (startedAt: number) => span({ startedAt, endedAt: startedAt + 250_000 })
    await appendSpans(db(), DEFAULT_WORKSPACE, [
      at(from),
      at(from + 1_000_000),
      at(from + 2_000_000),
    ])

    const runs = await client.metrics.perRun({ limit: 2 })

    expect(runs.map(({ startedAt, latencyMs }) => [startedAt, latencyMs])).toEqual([
      [from + 1_000_000, 250],
      [from + 2_000_000, 250],
    ])
    const [only, ...others] = await client.metrics.perRun({ from: from + 1, to: from + 2_000_000 })
    expect(only).toMatchObject({ startedAt: from + 1_000_000 })
    expect(others).toEqual([])
  })

  test('metrics reject an inverted range', async () => {
    const { client } = createTestApp(db())

    await expect(client.metrics.series({ from: 10, to: 10 })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { issues: [{ path: 'to' }] },
    })
  })
})

async function partsOf<T>(opened: Promise<AsyncIterable<T>>): Promise<T[]> {
  const parts: T[] = []
  for await (const part of await opened) parts.push(part)
  return parts
}
