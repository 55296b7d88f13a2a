import { gzipSync, zstdCompressSync } from 'node:zlib'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { useLangsmithServer } from '../../../testing/langsmith-harness.ts'
import { BOUNDARY, multipartBody, type Part } from '../../../testing/langsmith-runs.ts'

const TYPE = `multipart/form-data; boundary=${BOUNDARY}`

const runPart = (id: string, over: object = {}, kind = 'post'): Part => ({
  name: `${kind}.${id}`,
  body: JSON.stringify({ id, trace_id: id, name: 'run', run_type: 'chain', ...over }),
})

describeDatabases('ingest of the LangSmith API', (db) => {
  const start = useLangsmithServer(db)

  async function open(env: Record<string, string> = {}) {
    const server = await start(env)
    const send = async (body: Buffer, headers: Record<string, string> = {}) => {
      const response = await fetch(`${server.apiUrl}/runs/multipart`, {
        method: 'POST',
        headers: { 'content-type': TYPE, ...headers },
        body: new Uint8Array(body),
      })
      const answer = (await response.json()) as { detail?: string; rejected?: unknown[] }
      return { status: response.status, headers: response.headers, answer }
    }
    const stored = async () => {
      const rows = await db().selectFrom('spans').select(['id', 'name', 'status']).execute()
      return rows.map(({ id }) => id).sort()
    }
    const rejected = async () =>
      await db().selectFrom('rejected_items').select(['item', 'field', 'reason']).execute()
    return { ...server, send, stored, rejected }
  }

  test('/info describes the server without authentication', async () => {
    const { apiUrl } = await open({ LATHE_REQUIRE_KEYS: '1' })
    const response = await fetch(`${apiUrl}/info`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      batch_ingest_config: { use_multipart_endpoint: true, size_limit: 100 },
    })
    expect((await fetch(`${apiUrl}/runs`, { method: 'POST' })).status).toBe(401)
  })

  test.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ])('reads a body compressed with %s', async (encoding, compress) => {
    const { send, stored } = await open()
    const id = v7()
    const body = compress(multipartBody([runPart(id)]))
    expect(await send(body, { 'content-encoding': encoding })).toMatchObject({ status: 202 })
    expect(await stored()).toEqual([id])
  })

  test('accepts repeated part names in order', async () => {
    const { send, client } = await open()
    const id = v7()
    await send(
      multipartBody([
        runPart(id),
        { name: `post.${id}.inputs`, body: '{"a":1}' },
        runPart(id, { end_time: 1_795_191_254_884 }, 'patch'),
        { name: `patch.${id}.outputs`, body: '{"b":1}' },
        runPart(id, { end_time: 1_795_191_254_885 }, 'patch'),
        { name: `patch.${id}.outputs`, body: '{"b":2}' },
      ]),
    )
    expect(await client.traces.span({ traceId: id, spanId: id })).toMatchObject({
      inputs: { a: 1 },
      outputs: { b: 2 },
      endedAt: 1_795_191_254_885_000,
    })
  })

  test('stores the valid runs of a body and lists the invalid ones with reasons', async () => {
    const { send, stored, rejected } = await open()
    const [good, bad, deep] = [v7(), v7(), v7()]
    const sent = await send(
      multipartBody([
        runPart(good),
        { name: `post.${good}.outputs`, body: '{"cut":' },
        runPart(bad, { start_time: 'yesterday' }),
        { name: `post.${deep}`, body: '['.repeat(200) + ']'.repeat(200) },
        { name: 'what', body: '{}' },
      ]),
    )
    expect(sent.status).toBe(202)
    expect(sent.answer.rejected).toHaveLength(4)
    expect(await stored()).toEqual([good])
    expect(await rejected()).toMatchObject([
      {
        item: `post.${good}.outputs`,
        field: 'outputs',
        reason: expect.stringContaining('not valid JSON'),
      },
      { item: `post.${deep}`, reason: 'is nested deeper than 100 levels' },
      { item: 'what', reason: 'has no run id in its name' },
      { item: `post.${bad}`, field: 'start_time' },
    ])
  })

  test('stores the valid runs of a batch that also contains non-objects', async () => {
    const { post, stored } = await open()
    const id = v7()
    const run = { id, trace_id: id, name: 'run', run_type: 'chain' }

    const response = await post('/runs/batch', { post: [7, run], patch: run })
    const invalid = await post('/runs/batch', { post: [7] })

    expect(response.status).toBe(202)
    expect(await response.json()).toEqual({
      rejected: [
        { path: 'post.0', message: 'is not an object' },
        { path: 'patch', message: 'is not a list of runs' },
      ],
      rejected_count: 2,
    })
    expect(invalid.status).toBe(400)
    expect(await stored()).toEqual([id])
  })

  test('lists the first rejected items and counts all', async () => {
    const { post, rejected } = await open()
    const id = v7()
    const run = { id, trace_id: id, name: 'run', run_type: 'chain' }

    const response = await post('/runs/batch', { post: [run, ...Array(20_000).fill(7)] })

    const answer = (await response.json()) as { rejected: unknown[]; rejected_count: number }
    expect(answer).toMatchObject({ rejected: { length: 100 }, rejected_count: 20_000 })
    expect(await rejected()).toHaveLength(1_000)
  })

  test('stores the parts before a truncation and reports its position', async () => {
    const { send, stored } = await open()
    const [first, second] = [v7(), v7()]
    const body = multipartBody([runPart(first), runPart(second)])
    const { status, answer } = await send(body.subarray(0, body.length - 60))
    expect(status).toBe(400)
    expect(answer.detail).toContain(`the body ends within part post.${second}`)
    expect(await stored()).toEqual([first])
  })

  test('rejects a decompression bomb and a wrong content encoding', async () => {
    const { send } = await open({ LATHE_INGEST_BYTES: '100000' })
    const bomb = gzipSync(Buffer.alloc(5_000_000, 32))
    expect(bomb.length).toBeLessThan(10_000)
    expect(await send(bomb, { 'content-encoding': 'gzip' })).toMatchObject({ status: 413 })
    expect(await send(Buffer.from('plain'), { 'content-encoding': 'gzip' })).toMatchObject({
      status: 400,
    })
    expect(await send(Buffer.from('plain'), { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
    })
  })

  test('rejects a batch with 429 while the queue is full and accepts it later', async () => {
    const { send } = await open({ LATHE_INGEST_QUEUE_BYTES: '2000' })
    const body = multipartBody([runPart(v7(), { name: 'x'.repeat(3_000) })])
    const rejected = await send(body)
    expect(rejected.status).toBe(429)
    expect(rejected.headers.get('retry-after')).toBe('1')
    expect(await send(multipartBody([runPart(v7())]))).toMatchObject({ status: 202 })
  })

  test('rejects an update of an unknown run with 400 and lists it as rejected', async () => {
    const { post, rejected } = await open()
    const response = await post(`/runs/${v7()}`, { end_time: 1_795_191_254_884 }, 'PATCH')
    expect(response.status).toBe(400)
    expect(await rejected()).toMatchObject([{ field: 'trace_id' }])
  })

  test('keeps the newest 1000 rejected items', async () => {
    const { send } = await open()
    const parts = Array.from({ length: 1_100 }, (_, index) => ({ name: `bad ${index}`, body: '' }))
    await send(multipartBody([runPart(v7()), ...parts]))
    await send(multipartBody([runPart(v7()), { name: 'the last', body: '' }]))
    const rows = await db().selectFrom('rejected_items').select('item').orderBy('id').execute()
    expect(rows).toHaveLength(1_000)
    expect(rows.at(-1)).toEqual({ item: 'the last' })
  })
})
