import { parentPort } from 'node:worker_threads'
import { collectGarbage } from '../../collect-garbage.ts'
import type { ReadingReply, ReadingRequest, RestRequest } from './protocol.ts'
import { readBody } from './read-body.ts'

async function answer({ id, body, kind }: ReadingRequest): Promise<ReadingReply> {
  try {
    return { id, reading: await readBody(Buffer.from(body), kind) }
  } catch (error) {
    return { id, error }
  }
}

let last = Promise.resolve()

// One after another: whoever waits longest is the one that is read.
parentPort?.on('message', (request: ReadingRequest | RestRequest) => {
  if (request === 'rest') {
    // Only so thorough it also gives up its room for new values: most of what it holds.
    collectGarbage({ evenCode: true })
    return
  }
  last = last.then(async () => parentPort?.postMessage(await answer(request), [request.body]))
})
