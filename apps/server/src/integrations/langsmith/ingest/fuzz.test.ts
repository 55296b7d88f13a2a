import { gzipSync, zstdCompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import type { IngestBatch } from '../../../traces/ingest/ingest-batch.ts'
import { describeDatabases } from '../../../testing/databases.ts'
import { breakBody } from '../../../testing/broken-bodies.ts'
import { useLangsmithServer } from '../../../testing/langsmith-harness.ts'
import { BOUNDARY, multipartBody, type Part } from '../../../testing/langsmith-runs.ts'
import { expectStored } from '../../../testing/expect-stored.ts'
import { takeFeedback } from '../feedback/feedback-body.ts'
import { now } from '../../../platform/time.ts'
import { readBatch } from './read-batch.ts'
import { readRuns } from './read-runs.ts'

/** Number of bodies sent to a server, and number read and stored in process. */
const RUNS = 60
const READ_RUNS = 5_000
const LIMITS = { depth: 64, parts: 100 }

/** Values that no SDK sends, in fields that matter. */
const unusualValue = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.constantFrom('null', '"\\u0000"', '-1', '1e400', '{"__proto__":{"a":1}}', '[[[', '"'),
)
const field = fc.constantFrom('', '.inputs', '.outputs', '.events', '.extra', '.error', '.nothing')

const unusualPart = fc
  .record({ field, value: unusualValue })
  .map(({ field: name, value }): Part => ({
    name: `post.${v7()}${name}`,
    body: value,
  }))

const unusualField = fc
  .record({
    name: fc.constantFrom(
      'start_time',
      'end_time',
      'trace_id',
      'dotted_order',
      'tags',
      'extra',
      'name',
      'session_name',
    ),
    value: fc.jsonValue({ maxDepth: 3 }),
  })
  .map(({ name, value }): Part => {
    const id = v7()
    const run = { id, trace_id: id, name: 'run', run_type: 'llm', [name]: value }
    return { name: `post.${id}`, body: JSON.stringify(run) }
  })

const validPart = fc.constant(null).map((): Part => {
  const id = v7()
  return { name: `post.${id}`, body: JSON.stringify({ id, trace_id: id, name: 'good' }) }
})

const anyParts = fc.array(fc.oneof(unusualPart, unusualField, validPart), {
  minLength: 1,
  maxLength: 6,
})

/** Batches as JSON, some with invalid values in place of lists and objects. */
const anyBatch = fc
  .record({
    post: fc.oneof(fc.array(fc.oneof(unusualField, validPart), { maxLength: 4 }), fc.jsonValue()),
    patch: fc.array(unusualField, { maxLength: 2 }),
  })
  .map(({ post, patch }) =>
    Buffer.from(
      JSON.stringify({ post, patch }, (_, value: unknown) =>
        isPart(value) ? JSON.parse(String(value.body)) : value,
      ),
    ),
  )
const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && 'body' in value && 'name' in value

describeDatabases('the LangSmith API', (db, engine) => {
  const start = useLangsmithServer(db)

  test('responds to any request and stays available', async () => {
    const server = await start()
    const send = async (body: Buffer, encoding: string) =>
      await fetch(`${server.apiUrl}/runs/multipart`, {
        method: 'POST',
        headers: {
          'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
          ...(encoding !== '' && { 'content-encoding': encoding }),
        },
        body: new Uint8Array(body),
      })
    const encodings = { '': (body: Buffer) => body, gzip: gzipSync, zstd: zstdCompressSync }
    await fc.assert(
      fc.asyncProperty(
        anyParts,
        breakBody,
        fc.constantFrom<keyof typeof encodings>('', 'gzip', 'zstd'),
        fc.boolean(),
        async (parts, breaking, encoding, isBrokenInside) => {
          const body = multipartBody(parts)
          const pack = encodings[encoding]
          const damagedBody = isBrokenInside ? pack(breaking(body)) : breaking(pack(body))
          const response = await send(damagedBody, encoding)
          expect([202, 400, 413, 415, 422]).toContain(response.status)
          const answer: unknown = await response.json()
          expect(Object.hasOwn(Object(answer), 'detail')).toBe(response.status !== 202)
        },
      ),
      { numRuns: RUNS },
    )
    const id = v7()
    const good = multipartBody([{ name: `post.${id}`, body: JSON.stringify({ id, name: 'last' }) }])
    expect((await send(good, '')).status).toBe(202)
    expect(await server.sdk().readRun(id)).toMatchObject({ name: 'last' })
    // Every stored trace can be read.
    for (const trace of (await server.client.traces.list({ limit: 200 })).items)
      await server.client.traces.get({ id: trace.id })
    expect(server.log.filter((line) => line.includes('request failed'))).toEqual([])
  })

  test('stores the valid runs of any batch and reports the others', async () => {
    const batches: IngestBatch[] = []
    const problems: string[] = []
    await fc.assert(
      fc.asyncProperty(anyBatch, breakBody, async (batch, breaking) => {
        const reading = readBatch(breaking(batch), LIMITS.depth)
        if ('batch' in reading) batches.push(reading.batch)
        else problems.push(reading.problem)
      }),
      { numRuns: engine === 'sqlite' ? READ_RUNS : READ_RUNS / 20 },
    )
    expect(problems).not.toContain('')
    await expectStored(db(), batches)
  })

  test('stores the valid runs of any body and reports the others', async () => {
    const batches: IngestBatch[] = []
    await fc.assert(
      fc.asyncProperty(anyParts, breakBody, async (parts, breaking) => {
        const body = breaking(multipartBody(parts))
        const { batch, feedback, truncation } = readRuns(body, BOUNDARY, LIMITS)
        takeFeedback(batch, feedback, now())
        const itemCount = batch.parts.length + batch.rejections.length + batch.feedback.length
        expect(itemCount > 0 || truncation !== undefined).toBe(true)
        batches.push(batch)
      }),
      { numRuns: engine === 'sqlite' ? READ_RUNS : READ_RUNS / 20 },
    )
    await expectStored(db(), batches)
  })
})
