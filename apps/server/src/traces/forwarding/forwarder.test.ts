import { type AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { Redaction } from '@lathe/contract'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../platform/db/open.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from '../store/append-spans.ts'
import { insertAgent, makeRun, makeSpan } from '../store/span.fixture.ts'
import { createDatabase, describeDatabases } from '../../testing/databases.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  receivedSpans,
  KEY,
  LOOPBACK,
  startForwarder,
  startFailingReceiver,
  startReceiver,
} from './forwarding.fixture.ts'

const w = DEFAULT_WORKSPACE

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

const eventually = <T>(expectation: () => Promise<T>) =>
  vi.waitFor(expectation, { timeout: 120_000 })

describeDatabases('forwarding', (db) => {
  const on = async (endpoint: string, more: { redaction?: Redaction; agents?: string[] } = {}) => {
    const app = createTestApp(db(), { env: LOOPBACK })
    await app.client.forwarding.edit({ isOn: true, endpoint, project: 'mine', key: KEY, ...more })
    return app
  }
  const status = async (app: TestApp) => (await app.client.forwarding.get({})).status
  const emptied = (app: TestApp) =>
    eventually(async () => expect((await status(app)).waiting).toBe(0))

  test('sends ended traces with tree, times, usage and cost', async () => {
    const receiver = await startReceiver()
    const app = await on(receiver.apiUrl)
    const run = makeRun()
    const root = { ...run.root, traceId: run.root.id, inputs: { question: 'Why?' } }
    const spans = [root, ...run.all.slice(1).map((one) => ({ ...one, traceId: root.id }))]
    await appendSpans(db(), w, spans)

    await startForwarder(app, db())
    await emptied(app)

    const arrived = await receivedSpans(receiver.db, root.id)
    expect(
      arrived.map(({ id, parentId, name, status, usage }) => ({
        id,
        parentId,
        name,
        status,
        usage,
      })),
    ).toEqual(
      expect.arrayContaining(
        spans.map(({ id, parentId, name, status, usage }) => ({
          id,
          parentId,
          name,
          status,
          usage,
        })),
      ),
    )
    expect(arrived).toHaveLength(spans.length)
    const [model] = spans.filter(({ kind }) => kind === 'model')
    expect(arrived.find(({ id }) => id === model?.id)).toMatchObject({
      startedAt: model?.startedAt,
      endedAt: model?.endedAt,
      firstTokenAt: model?.firstTokenAt,
      model: model?.model,
      cost: { total: model?.cost?.total },
    })
    expect(arrived[0]?.inputs).toEqual({ question: 'Why?' })
    expect(await status(app)).toMatchObject({ sentTraces: 1, sentSpans: spans.length, dropped: 0 })
  })

  test('redacts before sending', async () => {
    const receiver = await startReceiver()
    const app = await on(receiver.apiUrl, {
      redaction: {
        secrets: true,
        hidesInputs: false,
        hidesOutputs: true,
        hidesFiles: false,
        passes: [],
        rules: [{ pattern: '[\\w.]+@[\\w.]+', replacement: '<mail>' }],
      },
    })
    const inputs = {
      deep: [{ to: 'ann@example.com' }],
      api_key: 'canary',
      text: 'sk-proj-a1b2c3d4e5f6g7h8i9j0k1l2m3n4',
    }
    const root = makeSpan({ inputs, outputs: { answer: 'private' } })
    await appendSpans(db(), w, [root])

    await startForwarder(app, db())
    await emptied(app)

    const [arrived] = await receivedSpans(receiver.db, root.traceId)
    expect(arrived?.inputs).toMatchObject({ deep: [{ to: '<mail>' }] })
    expect(JSON.stringify(arrived)).not.toMatch(/ann@|canary|sk-proj|private/)
  })

  test('retries while the receiver fails and reports it', async () => {
    const failing = await startFailingReceiver(503)
    const app = await on(failing.url)
    await appendSpans(db(), w, [makeSpan()])

    await startForwarder(app, db())

    await eventually(async () => expect((await status(app)).lastError).toContain('503'))
    expect(await status(app)).toMatchObject({
      waiting: 1,
      sentTraces: 0,
      dropped: 0,
      nextAttemptAt: expect.any(Number),
    })
    expect(failing.asked).toEqual([KEY])
  })

  test('forwarding does not follow redirects with the key', async () => {
    const other = await startFailingReceiver(200)
    const moved = createServer((_, res) => {
      res.writeHead(307, { location: other.url }).end()
    }).listen(0, '127.0.0.1')
    await once(moved, 'listening')
    onTestFinished(() => void moved.close())
    const app = await on(`http://127.0.0.1:${(moved.address() as AddressInfo).port}`)
    await appendSpans(db(), w, [makeSpan()])

    await startForwarder(app, db())

    await eventually(async () => expect((await status(app)).lastError).toContain('307'))
    expect(other.asked).toEqual([])
  })

  test('retries failed traces later', async () => {
    const failing = await startFailingReceiver(503, 200)
    const app = await on(failing.url)
    await appendSpans(db(), w, [makeSpan()])
    const forwarder = await startForwarder(app, db())
    await eventually(async () => expect((await status(app)).nextAttemptAt).not.toBeNull())

    await app.client.forwarding.retry({})
    forwarder.wake()
    await emptied(app)

    expect(await status(app)).toMatchObject({ sentTraces: 1, lastError: null })
  })

  test('a rejected trace does not block others', async () => {
    const failing = await startFailingReceiver(422, 200)
    const app = await on(failing.url)
    const [refused, fine] = [makeSpan({ startedAt: 1 }), makeSpan()]
    await appendSpans(db(), w, [refused])
    await appendSpans(db(), w, [fine])

    await startForwarder(app, db())

    await eventually(async () =>
      expect(await status(app)).toMatchObject({ sentTraces: 1, waiting: 1 }),
    )
  })

  test('skips traces of other agents and traces that arrive while forwarding is off', async () => {
    const receiver = await startReceiver()
    await appendSpans(db(), w, [makeSpan()])
    const chosen = await insertAgent(db(), 'chosen')
    const other = await insertAgent(db(), 'other')
    const app = await on(receiver.apiUrl, { agents: [chosen] })
    await appendSpans(db(), w, [makeSpan({ name: 'theirs' })], { agentId: other })
    await appendSpans(db(), w, [makeSpan({ name: 'ours' })], { agentId: chosen })

    await startForwarder(app, db())
    await emptied(app)

    const names = await receiver.db.selectFrom('spans').select('name').execute()
    expect(names).toEqual([{ name: 'ours' }])
  })

  test('forwarding does not forward to its own server', async () => {
    const app = await on('http://localhost:4747/api/v1')
    await appendSpans(db(), w, [makeSpan()])

    await startForwarder(app, db())

    expect(await app.client.forwarding.get({})).toMatchObject({
      obstacle: 'own-address',
      status: { waiting: 1, sentTraces: 0 },
    })
  })
})

describe('a forwarded trace', () => {
  test('a forwarded trace is not forwarded again by its receiver', async () => {
    const receiver = await startReceiver()
    const { config, remove } = await createDatabase('sqlite')
    const db = await openDatabase(config)
    const first = createTestApp(db, { env: LOOPBACK })
    await first.client.forwarding.edit({ isOn: true, endpoint: receiver.apiUrl, key: KEY })
    const failing = await startFailingReceiver(200)
    const second = createTestApp(receiver.db, { env: LOOPBACK })
    const settings = { isOn: true, sendsExternal: true, endpoint: failing.url, key: KEY }
    await second.client.forwarding.edit(settings)
    await appendSpans(db, w, [makeSpan()])

    const sending = await startForwarder(first, db)
    const arrived = async () => (await first.client.forwarding.get({})).status.sentTraces
    await eventually(async () => expect(await arrived()).toBe(1))
    expect((await second.client.forwarding.get({})).status.waiting).toBe(1)
    const resending = await startForwarder(second, receiver.db)
    const waiting = async () => (await second.client.forwarding.get({})).status.waiting
    await eventually(async () => expect(await waiting()).toBe(0))

    expect(failing.asked).toEqual([])
    await Promise.all([sending.drain(), resending.drain()])
    await db.close()
    await remove()
  })
})
