import type { IncomingMessage } from 'node:http'
import { readBytes } from '../http/read-bytes.ts'
import type { Ingest } from './ingest.ts'

/** Reads the body within its limit and within what may wait at all, until `work` on it has ended. */
export async function receive<T>(
  req: IncomingMessage,
  { ingest, limit }: { ingest: Ingest; limit: number },
  work: (body: Buffer) => Promise<T>,
): Promise<T> {
  let held = 0
  try {
    const body = await readBytes(req, {
      limit,
      onBytes: (bytes) => {
        ingest.budget.take(bytes)
        held += bytes
      },
    })
    return await work(body)
  } finally {
    ingest.budget.give(held)
  }
}
