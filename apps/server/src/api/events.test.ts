import type { RunEvent } from '@lathe/contract'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { RouterClient } from '@orpc/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openedFor } from '../testing/databases.ts'
import { settingDocument } from '../testing/documents.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from '../testing/test-app.ts'
import type { AppRouter } from './router.ts'

const db = openedFor('sqlite')

const token = (seq: number): RunEvent => ({
  seq,
  at: 1_780_000_000_000_000 + seq,
  body: {
    type: 'token',
    node: 'reply',
    taskId: 'task',
    superstep: 1,
    spanId: '019f0000-0000-7000-8000-000000000000',
    messageId: 'message',
    channel: 'text',
    text: 'line\nbreak "and quotes" ',
  },
})

const authorization = `Bearer ${TEST_TOKEN}`

describe('run events', () => {
  let app: TestApp
  let served: Awaited<ReturnType<TestApp['serve']>>
  let runId: string
  beforeEach(async () => {
    app = createTestApp(db())
    served = await app.serve()
    const name = `Echo ${Math.random()}`
    const { slug } = await app.client.agents.create({ name, document: settingDocument() })
    const run = { agent: slug, version: 'draft', input: { question: 'Why?' } } as const
    runId = (await app.client.runs.start(run)).id
    app.executor.recorded.set(runId, [1, 2, 3, 4].map(token))
  })
  afterEach(() => served.close())

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${served.url}/api/runs/${path}`, { headers: { authorization, ...headers } })
  const ids = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))

  test('run events arrive as server-sent events with their number as id', async () => {
    const answer = await get(`${runId}/events`)
    const text = await answer.text()

    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect(ids(text)).toEqual([1, 2, 3, 4])
    const [first] = [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? ''))
    expect(first).toEqual(token(1))
    expect(text.endsWith('event: done\n\n')).toBe(true)
  })

  test('run events resume after the last received event', async () => {
    const header = await get(`${runId}/events`, { 'last-event-id': '2' })
    const query = await get(`${runId}/events?after=3`)

    expect(ids(await header.text())).toEqual([3, 4])
    expect(ids(await query.text())).toEqual([4])
  })

  test('run events reach the typed client as typed objects', async () => {
    const link = new RPCLink({ url: `${served.url}/rpc`, headers: { authorization } })
    const client: RouterClient<AppRouter> = createORPCClient(link)

    const received: RunEvent[] = []
    for await (const event of await client.runs.events({ id: runId, after: 1 }))
      received.push(event)

    expect(received).toEqual([2, 3, 4].map(token))
  })

  test('run events reject an unknown run before streaming starts', async () => {
    const answer = await get('019f0000-0000-7000-8000-000000000000/events')

    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({
      code: 'NO_SUCH_RUN',
      data: { requestId: answer.headers.get('x-request-id') },
    })
  })

  test('run events reject an invalid request like every other call', async () => {
    const answer = await get(`${runId}/events?after=x`)

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 'INVALID_INPUT',
      data: { issues: [{ path: 'after' }] },
    })
  })

  test('run events report a source that fails mid-stream without the reason', async () => {
    app.executor.port.events = async function* () {
      yield token(1)
      throw new Error('disk on fire at /secret/path')
    }

    const text = await (await get(`${runId}/events`)).text()

    expect(ids(text)).toEqual([1])
    expect(text).toContain('event: error')
    expect(text).toContain('INTERNAL')
    expect(text).not.toContain('fire')
    expect(app.log.join('')).toContain('disk on fire')
  })

  test('run events stop being produced when the client disconnects', async () => {
    let isReleased: () => void = () => {}
    const released = new Promise<void>((resolve) => {
      isReleased = resolve
    })
    app.executor.port.events = async function* (_, { signal }) {
      yield token(1)
      await new Promise((resolve) => signal?.addEventListener('abort', resolve))
      isReleased()
    }
    const leaving = new AbortController()
    const { signal } = leaving
    const url = `${served.url}/api/runs/${runId}/events`
    const answer = await fetch(url, { headers: { authorization }, signal })
    await answer.body?.getReader().read()

    leaving.abort()

    await expect(released).resolves.toBeUndefined()
  })

  test('run events contain the run id if the run is started by the streaming request', async () => {
    const { slug } = await app.client.agents.create({ name: 'Echo', document: settingDocument() })
    const body = JSON.stringify({ agent: slug, version: 'draft', input: { question: 'Why?' } })
    const headers = { authorization, 'content-type': 'application/json' }

    const answer = await fetch(`${served.url}/api/runs/stream`, { method: 'POST', headers, body })

    const location = answer.headers.get('content-location') ?? ''
    const run = await fetch(`${served.url}${location}`, { headers: { authorization } })
    expect(await run.json()).toMatchObject({ agentSlug: slug, status: 'pending' })
  })
})
