import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { settingDocument } from '../testing/documents.ts'
import { queueRun } from '../testing/run-factory.ts'
import { createTestApp, TEST_TOKEN } from '../testing/test-app.ts'

describeDatabases('requests with names of earlier versions', (db) => {
  let close = async () => {}
  afterEach(() => close())

  const startServer = async () => {
    const { client, serve } = createTestApp(db())
    const server = await serve()
    close = server.close
    const request = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${server.url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    }
    return { client, request }
  }

  test('stores a comparison plan under current names', async () => {
    const { client, request } = await startServer()
    const evaluator = { kind: 'contains', texts: ['moon'] }
    const checks = [{ key: 'moon', name: 'Moon', evaluator }]
    const plan = { variants: [], cases: [], checks, sameTape: true }

    const { status, body } = await request('POST', '/comparisons', { name: 'Tides', plan })

    expect(status).toBe(200)
    expect(body.plan).toMatchObject({ evaluators: [{ key: 'moon' }], sameRecording: true })
    const { id, revision } = body
    const edit = { revision, plan: { ...plan, checks: [] } }
    expect((await request('PUT', `/comparisons/${id}`, edit)).status).toBe(200)
    expect((await client.comparisons.get({ id })).plan.evaluators).toEqual([])
    expect((await request('GET', `/comparisons/${id}/verdict?by=checks`)).body.code).toBe(
      'NO_METRIC',
    )
  })

  test('evaluates an alert and a run option under current names', async () => {
    const { client, request } = await startServer()
    const rule = { measure: 'count', comparison: 'above', threshold: 1, window: '1h' }

    const { body } = await request('POST', '/alerts', { name: 'Errors', ...rule, least: 3 })

    expect(body).toMatchObject({ minCount: 3 })
    await client.agents.create({ name: 'Echo', document: settingDocument() })
    const [runId, spanId] = [body.id, body.id]
    const start = { agent: 'echo', version: 'draft', input: {}, tape: { runId, spanId } }
    for (const path of ['/runs', '/runs/stream'])
      expect((await request('POST', path, start)).body).toMatchObject({
        data: { issues: [{ path: 'recording' }] },
      })
  })

  test('serves the paths of renamed routes', async () => {
    const { request } = await startServer()
    const { id } = await queueRun(db())

    expect(await request('POST', '/graphs/callees', { refs: [] })).toEqual({
      status: 200,
      body: {},
    })
    expect((await request('GET', '/trace-words')).body).toMatchObject({ isComplete: true })
    expect(await request('GET', `/runs/${id}/callees`)).toEqual({ status: 200, body: {} })
    expect((await request('GET', '/traces/no-id/skeleton')).body.code).toBe('INVALID_INPUT')
  })
})
