import { createHash } from 'node:crypto'
import { canonicalJson } from '@lathe/graph'
import type { Capsule, RunOptions, JsonObject } from '@lathe/contract'
import { startMockProvider } from '@lathe/mock-provider'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { asking, chained } from '../../../testing/runnable-documents.ts'
import { startRunningApp } from '../../../testing/running-app.ts'
import { sealCapsule } from './capsule-sum.ts'

const KEY = 'a-key-for-the-provider'

describeDatabases('capsules', (db) => {
  let stop = async () => {}
  afterEach(() => stop())

  async function withAgent(document = chained(['one', 'two'], 'lane')) {
    const mockProvider = await startMockProvider({ script: [{ reply: 'Said.' }] })
    const app = await startRunningApp(db())
    stop = async () => {
      await app.stop()
      await mockProvider.close()
    }
    const { client } = app
    const lane = { baseUrl: mockProvider.url, key: KEY, allowPrivate: true }
    const connection = await client.models.createConnection({ name: 'lane', ...lane })
    const agent = await client.agents.create({ name: 'Tides', document })
    await client.agents.saveVersion({ agent: 'tides', revision: 1, publish: true })
    const input = { question: 'Tides?' }
    const run = (threadId?: string) =>
      client.runs.wait({ agent: 'tides', input, ...(threadId !== undefined && { threadId }) })
    return { client, mockProvider, run, connection, agent }
  }

  /** Simulates reading from a file. */
  const throughFile = (capsule: Capsule): Capsule => JSON.parse(JSON.stringify(capsule))

  test('capsules replay on a server without the agent, its connection or the run', async () => {
    const { client, mockProvider, run, connection, agent } = await withAgent()
    const recorded = await run()
    const capsule = throughFile(await client.capsules.get({ id: recorded.id }))
    await client.traces.delete({ id: recorded.id })
    await db().deleteFrom('runs').where('id', '=', recorded.id).execute()
    await client.agents.delete({ agent: agent.id })
    await client.models.deleteConnection({ id: connection.id })

    const { traceId, agentSlug, isNew } = await client.capsules.import({ capsule })

    expect({ traceId, isNew }).toEqual({ traceId: recorded.id, isNew: true })
    const replay = await client.replays.wait({ traceId })
    expect(replay).toMatchObject({ verdict: 'identical', report: { calls: { served: 2 } } })
    const live = await client.replays.wait({ traceId, mode: 'live' })
    expect(live.report?.error).toMatchObject({ message: 'There is no connection `lane`' })
    expect(mockProvider.requests).toHaveLength(2)
    expect(await client.runs.get({ id: traceId })).toMatchObject({
      agentSlug,
      status: 'success',
      output: recorded.output,
      usage: recorded.usage,
    })
    const { trace, spans } = await client.traces.get({ id: traceId })
    expect(trace).toMatchObject({ title: 'Tides?', status: 'success' })
    expect(spans).toHaveLength(capsule.content.spans.length)
  })

  const forget = async (id: string) => {
    await db().deleteFrom('run_events').where('run_id', '=', id).execute()
    await db().deleteFrom('runs').where('id', '=', id).execute()
  }

  test('capsules keep their ids, and a second import changes nothing', async () => {
    const { client, run } = await withAgent()
    const recorded = await run()
    const capsule = throughFile(await client.capsules.get({ id: recorded.id }))
    await client.traces.delete({ id: recorded.id })
    await forget(recorded.id)

    const [first, parallel] = await Promise.all([
      client.capsules.import({ capsule }),
      client.capsules.import({ capsule }),
    ])
    const before = await client.traces.get({ id: recorded.id })
    const second = await client.capsules.import({ capsule })

    expect(first.isNew).not.toBe(parallel.isNew)
    expect(second).toEqual({ traceId: recorded.id, agentSlug: 'tides', isNew: false })
    expect(await client.traces.get({ id: recorded.id })).toEqual(before)
    expect((await client.traces.list({})).items.map(({ id }) => id)).toEqual([recorded.id])
    const ids = (await client.traces.exchanges({ id: recorded.id })).map(({ id }) => id)
    expect(ids.toSorted()).toEqual(capsule.content.exchanges.map(({ id }) => id).toSorted())
    expect(throughFile(await client.capsules.get({ id: recorded.id }))).toEqual(capsule)
    expect(JSON.stringify(capsule)).not.toContain(KEY)
  })

  test('capsules restore the deleted trace of a stored run', async () => {
    const { client, run } = await withAgent()
    const recorded = await run()
    const capsule = throughFile(await client.capsules.get({ id: recorded.id }))
    await client.traces.delete({ id: recorded.id })

    const imported = await client.capsules.import({ capsule })

    expect(imported).toEqual({ traceId: recorded.id, agentSlug: 'tides', isNew: true })
    const { trace } = await client.traces.get({ id: recorded.id })
    expect(trace).toMatchObject({ title: 'Tides?', status: 'success' })
    const replay = await client.replays.wait({ traceId: recorded.id })
    expect(replay.verdict).toBe('identical')
  })

  test('capsules of an earlier version are imported', async () => {
    const { client, run } = await withAgent()
    const { id, output } = await run()
    const { content } = throughFile(await client.capsules.get({ id }))
    const { calledAgents, exchanges, run: currentRun, ...rest } = content
    const { options: steering, ...runFields } = currentRun
    const former: JsonObject = JSON.parse(
      JSON.stringify({
        ...rest,
        calledAgents,
        run: { ...runFields, steering },
        exchanges: exchanges.map(({ content: touch, ...exchange }) => ({ ...exchange, touch })),
      }),
    )
    const sum = createHash('sha256').update(canonicalJson(former)).digest('hex')
    await client.traces.delete({ id })
    await forget(id)

    const capsule = { format: 'lathe-capsule-1' as const, sum, content: former }
    const { traceId } = await client.capsules.import({ capsule })

    expect(await client.runs.get({ id: traceId })).toMatchObject({ output, options: {} })
    expect(await client.traces.exchanges({ id })).toEqual(exchanges)
    const modified = { ...capsule, content: { ...former, events: [] } }
    await expect(client.capsules.import({ capsule: modified })).rejects.toMatchObject({
      data: { reason: 'It was modified or is incomplete.' },
    })
  })

  test('capsules report the known part of a partly unknown cost', async () => {
    const { client, run } = await withAgent()
    const { id } = await run()
    const { content } = await client.capsules.get({ id })
    const paid = content.spans.findIndex(({ kind }) => kind === 'model')
    const cost = { total: 9, input: 5, output: 4, priceId: null }
    const spans = content.spans.map((span, at) => (at === paid ? { ...span, cost } : span))
    const capsule = throughFile(sealCapsule({ ...content, spans }))
    await client.traces.delete({ id })
    await forget(id)

    const { traceId } = await client.capsules.import({ capsule })

    const part = { cost: null, pricedCost: 9, unpriced: 1 }
    expect(await client.runs.get({ id: traceId })).toMatchObject(part)
    expect((await client.traces.get({ id: traceId })).trace).toMatchObject(part)
  })

  test('rejects a modified or inconsistent capsule without side effects', async () => {
    const { client, run } = await withAgent()
    const { id } = await run()
    const { content, ...rest } = throughFile(await client.capsules.get({ id }))
    const other = '0190b8f0-0000-7000-8000-000000000001'
    const foreign = content.spans.map((span) => ({ ...span, traceId: other }))
    const steered = (options: RunOptions) =>
      sealCapsule({ ...content, run: { ...content.run, options } })
    const [root, ...inner] = content.spans.toSorted((a) => (a.parentId === null ? -1 : 1))
    const taken: [Capsule, string][] = [
      [{ ...rest, content: { ...content, run: { ...content.run, title: 'Mine' } } }, 'modified'],
      [{ ...rest, content: { ...content, exchanges: content.exchanges.slice(1) } }, 'incomplete'],
      [sealCapsule({ ...content, spans: content.spans.slice(1) }), "lacks the run's own span"],
      [sealCapsule({ ...content, spans: foreign }), 'another trace'],
      [sealCapsule({ ...content, events: content.events.toReversed() }), 'out of order'],
      [sealCapsule({ ...content, spans: [...content.spans, ...inner.slice(0, 1)] }), 'span twice'],
      [sealCapsule({ ...content, spans: root ? [root] : [] }), 'not connected'],
      [sealCapsule({ ...content, graph: { ...content.graph, nodes: {} } }), 'graph is empty'],
      [sealCapsule({ ...content, run: { ...content.run, createdAt: 9e15 } }), 'in the future'],
      [steered({ checkpoint: { id: null } }), 'earlier state'],
      [steered({ only: 'nobody' }), 'run options'],
    ]

    for (const [capsule, reason] of taken) {
      await expect(client.capsules.import({ capsule })).rejects.toMatchObject({
        code: 'BAD_CAPSULE',
        data: { reason: expect.stringContaining(reason) },
      })
    }
    expect((await client.traces.list({})).items.map((trace) => trace.id)).toEqual([id])
  })

  test('rejects a capsule of a run that continued a thread or is still live', async () => {
    const { client, run } = await withAgent()
    const first = await run()
    const second = await run(first.threadId)
    const unknown = '0190b8f0-0000-7000-8000-000000000001'

    await expect(client.capsules.get({ id: second.id })).rejects.toMatchObject({
      code: 'NOT_REPLAYABLE',
      data: { reason: expect.stringContaining('earlier state') },
    })
    await expect(client.capsules.get({ id: unknown })).rejects.toMatchObject({
      code: 'NO_SUCH_TRACE',
    })
  })

  test('rejects a capsule of an interrupted run', async () => {
    const { client, run } = await withAgent(asking())
    const { id, status } = await run()

    expect(status).toBe('interrupted')
    await expect(client.capsules.get({ id })).rejects.toMatchObject({
      data: { reason: 'The run still waits for an answer.' },
    })
  })
})
