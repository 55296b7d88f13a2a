import { ReplaySettings } from '@lathe/contract'
import { type ScriptEntry, startMockProvider } from '@lathe/mock-provider'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { chained } from '../../testing/runnable-documents.ts'
import { startRunningApp } from '../../testing/running-app.ts'

const input = { question: 'Tides?' }
const exactly = ReplaySettings.parse({})

describeDatabases('batches of replays', (db) => {
  let stop = async () => {}
  afterEach(() => stop())

  async function withRuns(count: number, answer: ScriptEntry = { reply: 'Said.' }) {
    const mockProvider = await startMockProvider({ script: [answer] })
    const app = await startRunningApp(db())
    stop = async () => {
      await app.stop()
      await mockProvider.close()
    }
    const { client } = app
    const lane = { baseUrl: mockProvider.url, key: 'a-key-for-the-provider', allowPrivate: true }
    await client.models.createConnection({ name: 'lane', ...lane })
    await client.agents.create({ name: 'Tides', document: chained(['one', 'two'], 'lane') })
    await client.agents.saveVersion({ agent: 'tides', revision: 1, publish: true })
    const runs = []
    for (let made = 0; made < count; made++)
      runs.push(await client.runs.wait({ agent: 'tides', input }))
    const finished = async (id: string) => {
      await expect
        .poll(async () => (await client.replayBatches.get({ id })).status)
        .not.toBe('running')
      return client.replayBatches.get({ id })
    }
    return { ...app, mockProvider, ids: runs.map(({ id }) => id), finished }
  }

  test('a batch of replays replays every trace that a filter finds without calling a provider', async () => {
    const { client, ids, finished, mockProvider } = await withRuns(3)

    const filter = { agent: 'tides', limit: 200 }
    const { id, total } = await client.replayBatches.start({ filter, settings: exactly })
    const done = await finished(id)

    expect(total).toBe(3)
    expect(done).toMatchObject({ status: 'done', counts: { identical: 3, diverged: 0, error: 0 } })
    expect(done.items.map(({ traceId }) => traceId).toSorted()).toEqual(ids.toSorted())
    expect(mockProvider.requests).toHaveLength(6)
  })

  test('a typed filter selects traces and reports syntax errors with their position', async () => {
    const { client, ids, finished } = await withRuns(3)
    const chosen = ids.slice(0, 2)
    await client.traces.tag({ ids: chosen, add: ['odd'] })

    const filter = { filter: 'tag:odd status:success', limit: 200 }
    const { id } = await client.replayBatches.start({ filter, settings: exactly })
    const newest = await client.replayBatches.start({
      filter: { ...filter, limit: 1 },
      settings: exactly,
    })
    const broken = { filter: 'latency:>soon', limit: 200 }

    expect((await finished(id)).items.map(({ traceId }) => traceId).toSorted()).toEqual(chosen)
    expect((await finished(newest.id)).items.map(({ traceId }) => traceId)).toEqual([ids[1]])
    await expect(
      client.replayBatches.start({ filter: broken, settings: exactly }),
    ).rejects.toMatchObject({ code: 'INVALID_FILTER', data: { problems: [{ at: 8 }] } })
  })

  test('batches of replays list the worst first with the divergence or the reason it was skipped', async () => {
    const { client, ids, finished } = await withRuns(2)
    const [first = '', second = ''] = ids
    const { traceId } = { traceId: '0190b8f0-0000-7000-8000-000000000001' }
    const graph = chained(['one', 'three'], 'lane')

    const { id } = await client.replayBatches.start({
      traceIds: [first, second, traceId],
      settings: { ...exactly, mode: 'version', graph },
    })
    const done = await finished(id)

    expect(done.counts).toEqual({ identical: 0, diverged: 2, error: 0, skipped: 1 })
    expect(done.items.map(({ verdict, summary: remark }) => [verdict, remark])).toEqual([
      ['diverged', expect.stringContaining('The recording has no model call')],
      ['diverged', expect.stringContaining('three')],
      [null, 'The run was deleted.'],
    ])
  })

  test.each<[string, ScriptEntry]>([
    ['before it answered', { reply: { fault: 'timeout' } }],
    ['in the middle of its answer', { reply: { tokens: 60, fault: 'stall' } }],
  ])('a replay of a cancelled run ends at the end of its recording: %s', async (_, slow) => {
    const { client, mockProvider, finished } = await withRuns(0, slow)
    const { id: traceId } = await client.runs.start({ agent: 'tides', input })
    await expect.poll(() => mockProvider.requests.length).toBe(1)
    await client.runs.cancel({ id: traceId })
    for await (const { body } of await client.runs.events({ id: traceId })) void body

    const { id } = await client.replayBatches.start({ traceIds: [traceId], settings: exactly })
    const done = await finished(id)

    expect(done.items).toMatchObject([{ verdict: 'identical', summary: '' }])
    expect(mockProvider.requests).toHaveLength(1)
  })

  test('batches of replays continue after a crash or stop', async () => {
    const { client, ids, context } = await withRuns(4)
    const { id } = await client.replayBatches.start({ traceIds: ids, settings: exactly })

    const stopped = await client.replayBatches.stop({ id })
    await client.replayBatches.resume({ id })
    await expect.poll(async () => (await client.replayBatches.get({ id })).status).toBe('done')

    expect(['stopped', 'done']).toContain(stopped.status)
    const done = await client.replayBatches.get({ id })
    expect(done.counts.identical).toBe(4)
    const replays = await context.db.selectFrom('replays').select('trace_id').execute()
    expect(replays).toHaveLength(4)
  })

  test('batches of replays reject an empty filter result and an unknown batch', async () => {
    const { client } = await withRuns(0)
    const filter = { agent: 'tides', limit: 5 }

    await expect(client.replayBatches.start({ filter, settings: exactly })).rejects.toMatchObject({
      code: 'NO_SUCH_TRACE',
    })
    const id = '0190b8f0-0000-7000-8000-000000000001'
    await expect(client.replayBatches.get({ id })).rejects.toMatchObject({ code: 'NO_SUCH_BATCH' })
  })
})
