import { parentPort } from 'node:worker_threads'
import { collectGarbage, freeMemory } from '../../platform/process/free-memory.ts'
import { withSearchText } from '../../traces/store/serialized-part.ts'
import type { ReadingReply, ReadingRequest, RestRequest } from './protocol.ts'
import { type BodyReading, readBody } from './read-body.ts'
import { isReady, type ReadyJson } from '../../platform/db/payloads/payload-json.ts'
import { TransferBuffer } from '../../platform/db/sqlite/transfer-buffer.ts'
import type { IngestBatch } from '../../traces/ingest/ingest-batch.ts'

// Serialized JSON is allocated from this pool. A small pool would be replaced for each payload.
Buffer.poolSize = 256 * 1_024

async function answer({ id, body, kind }: ReadingRequest): Promise<ReadingReply> {
  try {
    return { id, reading: await readBody(Buffer.from(body), kind, withSearchText) }
  } catch (error) {
    return { id, error }
  }
}

/** Memory to transfer with the reply. The body is part of it only if it contains attachments, because payloads are copied. */
function transferableMemory(reading: BodyReading, body: ArrayBuffer): ArrayBuffer[] {
  const batch = 'problem' in reading ? undefined : reading.batch
  if (batch) batch.memory = packPayloads(batch)
  if (!batch || batch.attachments.length === 0) freeMemory(body)
  else batch.memory.push(body)
  return batch?.memory ?? []
}

let last = Promise.resolve()

// One at a time, in order of arrival.
parentPort?.on('message', (request: ReadingRequest | RestRequest) => {
  if (request === 'rest') {
    collectGarbage()
    return
  }
  last = last.then(async () => {
    const reply = await answer(request)
    parentPort?.postMessage(
      reply,
      'reading' in reply ? transferableMemory(reply.reading, request.body) : [],
    )
  })
})

/**
 * Copies the payload JSON and search terms into one buffer each, because each buffer is transferred
 * to another thread.
 */
export function packPayloads({ parts }: IngestBatch): ArrayBuffer[] {
  const searchableParts = parts
    .flatMap(({ inputs, outputs }) => [inputs?.json, outputs?.json])
    .filter((json) => json !== undefined && isReady(json))
  const payloads = new TransferBuffer(
    sumSizes(searchableParts, (json) => Buffer.byteLength(json.json)),
  )
  const searchText = new TransferBuffer(
    sumSizes(searchableParts, (json) => Buffer.byteLength(json.words)),
  )
  for (const json of searchableParts) {
    json.json = payloads.add(json.json)
    json.words = searchText.add(json.words)
  }
  return [...payloads.transfer, ...searchText.transfer]
}

const sumSizes = (all: readonly ReadyJson[], measure: (json: ReadyJson) => number) =>
  all.reduce((total, json) => total + measure(json), 0)
