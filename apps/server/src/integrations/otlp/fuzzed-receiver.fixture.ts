import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IngestBatch } from '../../traces/ingest/ingest-batch.ts'
import { breakBody } from '../../testing/broken-bodies.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { useLangsmithServer } from '../../testing/langsmith-harness.ts'
import { expectStored } from '../../testing/expect-stored.ts'
import { type OtlpSignal, readExport } from './read-export.ts'

/** Number of bodies sent to a server, and number read and stored in process. */
const RUNS = 60
const READ_RUNS = 5_000

type FuzzedReceiver = {
  signal: OtlpSignal
  asJson: fc.Arbitrary<Buffer>
  asProtobuf: fc.Arbitrary<Buffer>
  /** Selects the parts of an ingest batch that can be read back. */
  expected?: (batch: IngestBatch) => IngestBatch
}

/** Tests the endpoint of a signal with valid and corrupted exports. */
export function describeFuzzedReceiver(
  name: string,
  { signal, asJson, asProtobuf, expected = (batch) => batch }: FuzzedReceiver,
) {
  const anyExport = fc.oneof(
    asJson.map((body) => ({ encoding: 'json' as const, body })),
    asProtobuf.map((body) => ({ encoding: 'protobuf' as const, body })),
  )

  describeDatabases(name, (db, engine) => {
    const start = useLangsmithServer(db)

    test('responds to any request and stays available', async () => {
      const { url, client, log } = await start()
      await fc.assert(
        fc.asyncProperty(anyExport, breakBody, async ({ encoding, body }, breaking) => {
          const type = encoding === 'json' ? 'application/json' : 'application/x-protobuf'
          const response = await fetch(`${url}/v1/${signal}`, {
            method: 'POST',
            headers: { 'content-type': type },
            body: new Uint8Array(breaking(body)),
          })
          await response.arrayBuffer()
          expect([200, 400, 413, 415]).toContain(response.status)
        }),
        { numRuns: RUNS },
      )
      for (const trace of (await client.traces.list({ limit: 200 })).items) {
        const { spans } = await client.traces.get({ id: trace.id })
        for (const { id } of spans) await client.traces.span({ traceId: trace.id, spanId: id })
      }
      expect(log.filter((line) => line.includes('request failed'))).toEqual([])
    })

    test('stores the valid items of any export and reports the others', async () => {
      const batches: IngestBatch[] = []
      const problems: string[] = []
      await fc.assert(
        fc.asyncProperty(anyExport, breakBody, async ({ encoding, body }, breaking) => {
          const reading = await readExport(breaking(body), { signal, encoding, depth: 64 })
          if ('batch' in reading) batches.push(expected(reading.batch))
          else problems.push(reading.problem)
        }),
        { numRuns: engine === 'sqlite' ? READ_RUNS : READ_RUNS / 20 },
      )
      await expectStored(db(), batches)
      expect(problems).not.toContain('')
    })
  })
}
