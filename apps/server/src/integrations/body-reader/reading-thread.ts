import { parentPort } from 'node:worker_threads'
import { collectGarbage } from '../../platform/process/collect-garbage.ts'
import { freeMemory } from '../../platform/process/free-memory.ts'
import { withWords } from '../../traces/store/carried-part.ts'
import type { ReadingReply, ReadingRequest, RestRequest } from './protocol.ts'
import { parcelsOf } from './pack-reading.ts'
import { type BodyReading, readBody } from './read-body.ts'

// Serialized JSON is allocated from this pool. A small pool would be replaced for each payload.
Buffer.poolSize = 256 * 1_024

async function answer({ id, body, kind }: ReadingRequest): Promise<ReadingReply> {
  try {
    return { id, reading: await readBody(Buffer.from(body), kind, withWords) }
  } catch (error) {
    return { id, error }
  }
}

/** Memory to transfer with the reply. The body is part of it only if it contains attachments, because payloads are copied. */
function memoryOf(reading: BodyReading, body: ArrayBuffer): ArrayBuffer[] {
  const delivery = 'problem' in reading ? undefined : reading.delivery
  if (delivery) delivery.memory = parcelsOf(delivery)
  if (!delivery || delivery.attachments.length === 0) freeMemory(body)
  else delivery.memory.push(body)
  return delivery?.memory ?? []
}

let last = Promise.resolve()

// One after another: whoever waits longest is the one that is read.
parentPort?.on('message', (request: ReadingRequest | RestRequest) => {
  if (request === 'rest') {
    collectGarbage()
    return
  }
  last = last.then(async () => {
    const reply = await answer(request)
    parentPort?.postMessage(reply, 'reading' in reply ? memoryOf(reply.reading, request.body) : [])
  })
})
