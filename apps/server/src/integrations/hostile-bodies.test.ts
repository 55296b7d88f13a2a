import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { breakBody } from '../testing/broken-bodies.ts'
import { openedFor } from '../testing/databases.ts'
import { useLangsmithServer } from '../testing/langsmith-harness.ts'
import { listEndpoints, sendTo } from './endpoints.fixture.ts'

const LIMIT = 100_000
const BODIES = 500
const limits = {
  LATHE_INGEST_BYTES: String(LIMIT),
  LATHE_REQUEST_BYTES: String(LIMIT),
  LATHE_IMPORT_BYTES: String(LIMIT),
}
const packers = {
  gzip: (body: Buffer) => gzipSync(body),
  deflate: (body: Buffer) => deflateSync(body),
  br: (body: Buffer) =>
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: (body: Buffer) => zstdCompressSync(body),
}
const encodings = Object.keys(packers) as (keyof typeof packers)[]
/**
 * Exceptions: an empty body is valid for some endpoints, imported files may be compressed
 * themselves and in transit, and of a large one the part that was read is kept.
 */
const mayBe: Record<string, number> = {
  'OTLP as protobuf: nothing': 200,
  'OTLP logs as protobuf: nothing': 200,
  'a query: nothing': 200,
  'a query of the second generation: nothing': 200,
  'a file: gzip twice, said once': 200,
  'a file: zstd twice, said once': 200,
  ...Object.fromEntries(
    encodings.map((encoding) => [`a file: ${encoding} that unpacks to very much`, 422]),
  ),
}
const largeBody = Buffer.alloc(50 * LIMIT, 32)
const noise = Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 7_919) % 256))

type Hostile = { body: Buffer; encoding?: string; status: number[] }

function hostileBodies(good: Buffer): Record<string, Hostile> {
  const compressed = encodings.flatMap((encoding): [string, Hostile][] => {
    const pack = packers[encoding]
    const compressed = pack(good)
    return [
      [`${encoding} that unpacks to very much`, { body: pack(largeBody), encoding, status: [413] }],
      [`${encoding} cut off`, { body: compressed.subarray(0, -9), encoding, status: [400, 422] }],
      [`${encoding} that is none`, { body: noise, encoding, status: [400, 422] }],
      [
        `${encoding} twice, said once`,
        { body: pack(compressed), encoding, status: [400, 415, 422] },
      ],
    ]
  })
  return {
    ...Object.fromEntries(compressed),
    'too much': { body: largeBody, status: [413] },
    'an encoding nobody knows': { body: good, encoding: 'compress', status: [415] },
    'two encodings': { body: gzipSync(good), encoding: 'gzip, gzip', status: [415] },
    nothing: { body: Buffer.alloc(0), status: [400, 415, 422] },
    noise: { body: noise, status: [400, 415, 422] },
    'a value where an object is due': { body: Buffer.from('7'), status: [400, 415, 422] },
    'lists in lists': { body: Buffer.from('['.repeat(5_000)), status: [400, 415, 422] },
  }
}

describe('integrations under hostile input', () => {
  const db = openedFor('sqlite')
  const start = useLangsmithServer(db)

  test('hostile bodies are rejected with an explanation and the server stays available', async () => {
    const server = await start(limits)
    const unexpected: string[] = []
    for (const [name, endpoint] of Object.entries(await listEndpoints(server))) {
      for (const [bodyName, { body, encoding, status }] of Object.entries(
        hostileBodies(endpoint.good()),
      )) {
        const headers = encoding === undefined ? {} : { 'content-encoding': encoding }
        const answer = await sendTo(server, endpoint, body, headers)
        const text = await answer.text()
        if (!(status.includes(answer.status) || mayBe[`${name}: ${bodyName}`] === answer.status))
          unexpected.push(`${name}: ${bodyName}: ${answer.status} ${text.slice(0, 150)}`)
      }
      for (const encoding of encodings) {
        const body = packers[encoding](endpoint.good())
        const answer = await sendTo(server, endpoint, body, { 'content-encoding': encoding })
        if (!answer.ok)
          unexpected.push(
            `${name}: good in ${encoding}: ${answer.status} ${(await answer.text()).slice(0, 100)}`,
          )
      }
    }
    expect(unexpected).toEqual([])
    expect(server.log.filter((line) => line.includes('request failed'))).toEqual([])
  })

  test('truncated bodies, compressed or not, get a response and the server stays available', async () => {
    const server = await start(limits)
    const endpoints = await listEndpoints(server)
    const encoding = fc.option(fc.constantFrom(...encodings), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.values(endpoints)),
        fc.array(breakBody, { minLength: 1, maxLength: 3 }),
        encoding,
        fc.boolean(),
        async (endpoint, faults, compression, isBrokenInside) => {
          const pack = (body: Buffer) =>
            compression === undefined ? body : packers[compression](body)
          const breakAll = (body: Buffer) =>
            faults.reduce((bytes, breaking) => breaking(bytes), body)
          const good = endpoint.good()
          const body = isBrokenInside ? pack(breakAll(good)) : breakAll(pack(good))
          const headers = compression === undefined ? {} : { 'content-encoding': compression }
          const answer = await sendTo(server, endpoint, body, headers)
          await answer.arrayBuffer()
          expect([200, 201, 202, 400, 404, 409, 413, 415, 422]).toContain(answer.status)
        },
      ),
      { numRuns: BODIES },
    )
    for (const endpoint of Object.values(endpoints))
      expect(await sendTo(server, endpoint, endpoint.good())).toHaveProperty('ok', true)
    for (const { id } of (await server.client.traces.list({ limit: 200 })).items)
      await server.client.traces.get({ id })
    expect(server.log.filter((line) => line.includes('request failed'))).toEqual([])
  })
})
