import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { withSearchText } from '../../traces/store/serialized-part.ts'
import { isReady } from '../../platform/db/payloads/payload-json.ts'
import { BOUNDARY, multipartBody } from '../../testing/langsmith-runs.ts'
import { BodyReader } from './body-reader.ts'
import { type BodyKind, type BodyReading, readBody } from './read-body.ts'

const kind: BodyKind = { integration: 'runs', boundary: BOUNDARY, depth: 64, parts: 1_000 }
const batch: BodyKind = { integration: 'batch', depth: 64 }

const large = () => {
  const id = v7()
  const run = { id, trace_id: id, name: 'large', run_type: 'llm', end_time: 'never' }
  const good = { ...run, id: v7(), end_time: 1_795_191_254_851 }
  return multipartBody([
    { name: `post.${run.id}`, body: JSON.stringify(run) },
    { name: `post.${good.id}`, body: JSON.stringify(good) },
    { name: `post.${good.id}.inputs`, body: JSON.stringify({ text: 'word '.repeat(40_000) }) },
    { name: `attachment.${good.id}.picture`, body: 'bytes' },
  ])
}

/** Serializes a reading with the contents of its transferred memory. */
const serialize = (reading: BodyReading) =>
  JSON.stringify(reading, (key, value: unknown) =>
    key === 'words' || value instanceof Uint8Array || isOldBuffer(value)
      ? 'bytes'
      : key === 'memory'
        ? 'memory'
        : value,
  )

const isOldBuffer = (value: unknown) =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'

test('a large body is read in a worker thread with the same result as in process', async () => {
  const body = large()

  const expected = await readBody(Buffer.from(body), kind, withSearchText)
  const copied = await new BodyReader().read(body, kind)

  expect(serialize(copied)).toBe(serialize(expected))
  expect(serialize(copied)).toContain('end_time')
  const [part] = 'batch' in copied ? copied.batch.parts : []
  const inputs = part?.inputs?.json ?? ''
  if (!isReady(inputs)) throw new Error('The thread extracts the words')
  expect(Buffer.from(inputs.json).toString()).toMatch(/^{"text":"word word/)
  expect(Buffer.from(inputs.words).toString()).toMatch(/^word word/)
  // The body was transferred to the thread and came back at another position.
  expect(body).toHaveLength(0)
})

test('all memory of a body read in the thread can be transferred again', async () => {
  const reading = await new BodyReader().read(large(), kind)

  if ('problem' in reading) throw new Error(reading.problem)
  const { parts, attachments, memory } = reading.batch
  const json = parts[0]?.inputs?.json ?? ''
  if (!isReady(json) || typeof json.json === 'string' || typeof json.words === 'string')
    throw new Error('It was read apart')
  const sources = [json.json, json.words, ...attachments.map(({ body }) => body)]
  expect(sources).toHaveLength(3)
  expect(memory.map((buffer) => sources.some((bytes) => bytes.buffer === buffer))).toEqual([
    true,
    true,
    true,
  ])
})

test('a body that exceeds the memory limit fails alone, and later bodies are read', async () => {
  const reader = new BodyReader(undefined, { memoryMb: 32 })
  const hostile = Buffer.from(`[${'[],'.repeat(1_000_000)}[]]`)

  const outcomes = await Promise.allSettled([
    reader.read(hostile, batch),
    reader.read(large(), kind),
  ])

  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { status: 413 } },
    { status: 'rejected', reason: { status: 503, data: { retryAfterMs: 1_000 } } },
  ])
  expect(await reader.read(large(), kind)).toHaveProperty('batch.parts.length', 1)
})

test('the thread loads no schemas, which would take a third of its memory', async () => {
  const fixture = fileURLToPath(new URL('./loaded-modules.fixture.ts', import.meta.url))

  const { stdout } = await promisify(execFile)(process.execPath, [fixture])

  const loaded: string[] = JSON.parse(stdout)
  expect(loaded.some((url) => url.endsWith('/read-runs.ts'))).toBe(true)
  expect(loaded.filter((url) => url.includes('/zod/'))).toEqual([])
})
