import type { GraphDocument, RunBudget } from '@lathe/contract'
import { startMockProvider } from '@lathe/mock-provider'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { asking, chained } from '../../testing/runnable-documents.ts'
import { startRunningApp } from '../../testing/running-app.ts'

const input = { question: 'Tides?' }
const steps = ['one', 'two', 'three']

describeDatabases('replays', (db) => {
  let stop = async () => {}
  afterEach(() => stop())

  /** A published agent whose model is a mock provider that says something new each time. */
  async function withAgent(document: GraphDocument = chained(steps, 'lane')) {
    const script = steps.map((word) => ({ reply: `Said ${word}.`, times: 1 }))
    const mockProvider = await startMockProvider({ script: [...script, { reply: 'Said again.' }] })
    const app = await startRunningApp(db())
    stop = async () => {
      await app.stop()
      await mockProvider.close()
    }
    const { client } = app
    const lane = { baseUrl: mockProvider.url, key: 'a-key-for-the-provider', allowPrivate: true }
    await client.models.createConnection({ name: 'lane', ...lane })
    await client.agents.create({ name: 'Tides', document })
    await client.agents.saveVersion({ agent: 'tides', revision: 1, publish: true })
    const run = (fields: { threadId?: string; budget?: RunBudget } = {}) =>
      client.runs.wait({ agent: 'tides', input, ...fields })
    return { client, mockProvider, run }
  }

  test('replays a run identically without calling a provider', async () => {
    const { client, mockProvider, run } = await withAgent()
    const recorded = await run()

    const replay = await client.replays.wait({ traceId: recorded.id })

    expect(replay).toMatchObject({
      traceId: recorded.id,
      mode: 'exact',
      status: 'success',
      verdict: 'identical',
      report: {
        output: 'same',
        calls: { served: 3, live: 0, suppressed: 0, unused: 0, reused: 0 },
        firstDivergence: null,
        differingNodes: [],
      },
    })
    expect(replay.report?.states.map(({ state }) => state)).toEqual([
      'same',
      'same',
      'same',
      'same',
    ])
    expect(mockProvider.requests).toHaveLength(3)
    expect(await client.runs.get({ id: replay.id })).toMatchObject({ output: recorded.output })
  })

  test('stores replays with their trace and hides them from other lists', async () => {
    const { client, run } = await withAgent()
    const recorded = await run()
    const { id } = await client.replays.wait({ traceId: recorded.id })

    const again = await client.replays.wait({ traceId: id })

    const { items } = await client.replays.list({ traceId: recorded.id })
    const both = await client.replays.list({ traceId: [recorded.id, id] })

    expect(items).toMatchObject([{ id, verdict: 'identical', title: 'Tides?', agentSlug: 'tides' }])
    expect(both.items.map((item) => item.id)).toEqual([again.id, id])
    const ids = (list: { items: { id: string }[] }) => list.items.map((item) => item.id)
    expect(ids(await client.runs.list({}))).toEqual([recorded.id])
    expect(ids(await client.traces.list({}))).toEqual([recorded.id])
    expect(ids(await client.threads.list({ agent: 'tides' }))).toEqual([recorded.threadId])
    expect((await client.traces.get({ id })).trace.tags).toEqual(['replay'])
  })

  test('a replay of a later turn starts from the state before that turn', async () => {
    const { client, run } = await withAgent()
    const first = await run()
    const second = await run({ threadId: first.threadId })

    const replay = await client.replays.wait({ traceId: second.id })

    expect(replay).toMatchObject({ verdict: 'identical', report: { calls: { served: 3 } } })
    const { values } = await client.threads.state({ id: first.threadId })
    expect(values).toMatchObject({ answer: 'Said again.' })
  })

  test('a replay of a continued run starts at the same checkpoint', async () => {
    const { client, run } = await withAgent()
    const stopped = await run({ budget: { tokens: 1 } })
    const rest = await client.runs.wait({ agent: 'tides', threadId: stopped.threadId })

    const replay = await client.replays.wait({ traceId: rest.id })

    expect(replay).toMatchObject({ status: 'success', verdict: 'identical' })
    expect(replay.report?.calls).toMatchObject({ served: 2, unused: 0 })
  })

  test('a replay of a forked run starts from the forked checkpoint', async () => {
    const { client, run } = await withAgent()
    const { id, threadId } = await run()
    const history = await client.threads.history({ id: threadId })
    const forked = history.items.find(({ next }) => next.includes('two'))
    const values = { question: 'Winds?' }
    const checkpoint = { id: forked?.id ?? '', values }
    const fork = await client.runs.wait({ agent: 'tides', threadId, checkpoint })

    const replay = await client.replays.wait({ traceId: fork.id })

    expect(fork).toMatchObject({ status: 'success' })
    expect(replay).toMatchObject({ status: 'success', verdict: 'identical' })
    expect(replay.report?.calls).toMatchObject({ served: 2, unused: 0 })
    expect((await client.replays.wait({ traceId: id })).verdict).toBe('identical')
  })

  test('a replay resumes interrupts with the recorded answers', async () => {
    const { client } = await withAgent(asking())
    const paused = await client.runs.wait({ agent: 'tides', input })
    const answer = { kind: 'ask' as const, decision: 'yes' }
    await client.runs.resume({
      id: paused.id,
      answers: { [paused.interrupts[0]?.id ?? '']: { ...answer, values: {} } },
    })
    await expect.poll(async () => (await client.runs.get({ id: paused.id })).status).toBe('success')

    const replay = await client.replays.wait({ traceId: paused.id })

    expect(replay).toMatchObject({ status: 'success', verdict: 'identical' })
  })

  test('a replay under another version reports the first divergence', async () => {
    const { client, mockProvider, run } = await withAgent()
    const recorded = await run()
    const changed = structuredClone(chained(steps, 'lane'))
    const two = changed.nodes['two']
    if (two?.kind === 'model')
      two.prompt = { messages: [{ role: 'user', text: 'Other {{question}}' }] }

    const replay = await client.replays.wait({
      traceId: recorded.id,
      mode: 'version',
      graph: changed,
    })

    expect(replay).toMatchObject({
      verdict: 'diverged',
      version: null,
      report: { firstDivergence: 1, differingNodes: ['two'], calls: { served: 3 } },
    })
    expect(replay.report?.steps.map(({ request }) => request)).toEqual([
      'same',
      'different',
      'same',
    ])
    expect(mockProvider.requests).toHaveLength(3)
  })

  test('a replay makes live calls only if its settings allow them', async () => {
    const { client, mockProvider, run } = await withAgent()
    const recorded = await run()

    const live = await client.replays.wait({
      traceId: recorded.id,
      mode: 'only-live',
      nodes: ['three'],
    })
    const until = await client.replays.wait({ traceId: recorded.id, mode: 'until', superstep: 1 })

    const servedBy = ({ report }: typeof live) => report?.steps.map((step) => step.servedBy)
    expect(servedBy(live)).toEqual(['recording', 'recording', 'live'])
    expect(live.report?.steps.map(({ answer }) => answer)).toEqual(['same', 'same', 'different'])
    expect(servedBy(until)).toEqual(['recording', 'live', 'live'])
    expect(mockProvider.requests).toHaveLength(6)
    expect(live).toMatchObject({ verdict: 'diverged' })
  })

  test('a replay stops when its recording has no answer and names the missing call', async () => {
    const { client, run, mockProvider } = await withAgent()
    const recorded = await run()

    const graph = chained([...steps, 'four'], 'lane')
    const replay = await client.replays.wait({ traceId: recorded.id, mode: 'version', graph })

    expect(replay).toMatchObject({
      status: 'error',
      verdict: 'diverged',
      report: { error: { code: 'RECORDING_MISS', node: 'four' } },
    })
    expect(mockProvider.requests).toHaveLength(3)
  })

  test('rejects external traces and settings that do not fit the mode', async () => {
    const { client, run } = await withAgent()
    const { id: traceId } = await run()
    const unknown = '0190b8f0-0000-7000-8000-000000000001'

    await expect(client.replays.wait({ traceId: unknown })).rejects.toMatchObject({
      code: 'NO_SUCH_TRACE',
    })
    await expect(client.replays.wait({ traceId, mode: 'version' })).rejects.toMatchObject({
      data: { issues: [{ path: 'version' }] },
    })
    await expect(
      client.replays.wait({ traceId, mode: 'version', version: 9 }),
    ).rejects.toMatchObject({ code: 'NO_SUCH_VERSION' })
    await expect(client.replays.wait({ traceId, onMiss: 'live' })).rejects.toMatchObject({
      data: { issues: [{ path: 'onMiss' }] },
    })
    await expect(client.replays.get({ id: unknown })).rejects.toMatchObject({
      code: 'NO_SUCH_REPLAY',
    })
  })

  test('replays count in the charts of their own environment with the calls they made', async () => {
    const { client, run } = await withAgent()
    const { id: traceId, createdAt } = await run()
    const range = { from: 0, to: createdAt + 3_600_000_000, bucket: 'day' as const }
    const total = async (environment?: string[]) =>
      (await client.metrics.series({ ...range, ...(environment && { environment }) })).total
    const before = await total()

    await client.replays.wait({ traceId })
    const afterExact = await total()
    await client.replays.wait({ traceId, mode: 'only-live', nodes: ['three'] })
    const afterLive = await total()

    expect([afterExact, afterLive]).toEqual([before, before])
    expect(await total(['replay'])).toMatchObject({ runs: 2, modelCalls: 1 })
    expect(await total(['*'])).toMatchObject({ runs: 3, modelCalls: 4 })
  })
})
