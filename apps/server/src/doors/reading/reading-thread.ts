import { parentPort } from 'node:worker_threads'
import { collectGarbage } from '../../collect-garbage.ts'
import { freeMemory } from '../../free-memory.ts'
import { packed } from '../../db/spans/carried-part.ts'
import type { ReadingReply, ReadingRequest, RestRequest } from './protocol.ts'
import { parcelsOf } from './pack-reading.ts'
import { type BodyReading, readBody } from './read-body.ts'

// What is packed lies in pieces of it, and a small pool would be a new one for each payload.
Buffer.poolSize = 256 * 1_024

async function answer({ id, body, kind }: ReadingRequest): Promise<ReadingReply> {
  try {
    return { id, reading: await readBody(Buffer.from(body), kind, packed) }
  } catch (error) {
    return { id, error }
  }
}

/** Attachments are still in the body's; nothing else is. */
function memoryOf(reading: BodyReading, body: ArrayBuffer): ArrayBuffer[] {
  if ('problem' in reading || reading.delivery.attachments.length === 0) freeMemory(body)
  if ('problem' in reading) return []
  const { delivery } = reading
  delivery.memory = parcelsOf(delivery)
  if (delivery.attachments.length > 0) delivery.memory.push(body)
  return delivery.memory
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
