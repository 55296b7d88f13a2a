import { startMockProvider } from '@lathe/mock-provider'
import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { chained } from '../../testing/runnable-documents.ts'
import { startRunningApp } from '../../testing/running-app.ts'

const steps = ['one', 'two', 'three']

const cut = (body: Uint8Array, at: number) => body.slice(0, at % body.length)
const changed = (body: Uint8Array, at: number) =>
  body.with(at % body.length, (body[at % body.length] ?? 0) ^ 0x5a)

describeDatabases('replays of damaged recordings', (db) => {
  let stop = async () => {}
  afterEach(() => stop())

  async function recorded() {
    const mockProvider = await startMockProvider({ script: [{ reply: 'Said. '.repeat(60) }] })
    const app = await startRunningApp(db())
    stop = async () => {
      await app.stop()
      await mockProvider.close()
    }
    const { client } = app
    const lane = { baseUrl: mockProvider.url, key: 'a-key-for-the-provider', allowPrivate: true }
    await client.models.createConnection({ name: 'lane', ...lane })
    await client.agents.create({ name: 'Tides', document: chained(steps, 'lane') })
    await client.agents.saveVersion({ agent: 'tides', revision: 1, publish: true })
    const run = await client.runs.wait({ agent: 'tides', input: { question: 'Tides?' } })
    const rows = await db()
      .selectFrom('exchanges')
      .select(['id', 'body'])
      .where('trace_id', '=', run.id)
      .orderBy('id')
      .execute()
    const store = (id: string, body: Uint8Array) =>
      db().updateTable('exchanges').set({ body }).where('id', '=', id).execute()
    return { client, mockProvider, run, rows, store }
  }

  test('replays of damaged recordings name the call whose recording was truncated and call no provider', async () => {
    const { client, mockProvider, run, rows, store } = await recorded()

    await fc.assert(
      fc.asyncProperty(fc.nat(2), fc.nat(100_000), async (step, at) => {
        const { id, body } = rows[step] ?? { id: '', body: new Uint8Array() }
        await store(id, cut(body, at))
        const replay = await client.replays.wait({ traceId: run.id })
        await store(id, body)

        expect(replay).toMatchObject({
          status: 'error',
          verdict: 'diverged',
          report: {
            calls: { served: step, live: 0 },
            error: {
              code: 'RECORDING_MISS',
              node: steps[step],
              message: expect.stringContaining('is damaged'),
              details: { damaged: true, requested: { name: 'demo-fast' } },
            },
          },
        })
      }),
      { numRuns: 8 },
    )
    expect((await client.replays.wait({ traceId: run.id })).verdict).toBe('identical')
    expect(mockProvider.requests).toHaveLength(3)
  })

  test('replays of damaged recordings fail only with this error for any flipped byte', async () => {
    const { client, mockProvider, run, rows, store } = await recorded()

    await fc.assert(
      fc.asyncProperty(fc.nat(2), fc.nat(100_000), async (step, at) => {
        const { id, body } = rows[step] ?? { id: '', body: new Uint8Array() }
        await store(id, changed(body, at))
        const replay = await client.replays.wait({ traceId: run.id })
        await store(id, body)

        const { status, report } = replay
        expect(status === 'success' ? status : report?.error?.code).toMatch(
          /^(success|RECORDING_MISS|BAD_RESPONSE)$/,
        )
      }),
      { numRuns: 8 },
    )
    expect(mockProvider.requests).toHaveLength(3)
  })

  test('replays of damaged recordings name the most similar recording if a call is missing', async () => {
    const { client, run, rows } = await recorded()
    await db()
      .deleteFrom('exchanges')
      .where('id', '=', rows[1]?.id ?? '')
      .execute()

    const { report } = await client.replays.wait({ traceId: run.id })

    expect(report?.error).toMatchObject({
      code: 'RECORDING_MISS',
      message: 'The recording has no model call demo-fast of two at step 2',
      details: {
        requested: { request: { messages: [{ content: 'two: Tides?' }] } },
        nearest: { request: { messages: [{ content: 'one: Tides?' }] } },
      },
    })
  })
})
