import { setImmediate as turn } from 'node:timers/promises'
import { type Delivery, emptyDelivery } from '../../../ingest/delivery.ts'
import { MultipartError, readMultipart } from './multipart.ts'
import { partReader } from './run-parts.ts'

/** Bytes that are parsed before others get a turn. */
const TURN_BYTES = 256 * 1_024

type Limits = { depth: number; parts: number }

/** What a multipart body says of runs; where it breaks off, what it said before. */
export async function readRuns(
  body: Buffer,
  boundary: string,
  { depth, parts }: Limits,
): Promise<{ delivery: Delivery; broken?: MultipartError }> {
  const delivery = emptyDelivery('langsmith')
  const reader = partReader(delivery, depth, Date.now() * 1_000)
  let broken: MultipartError | undefined
  let parsed = 0
  try {
    for (const part of readMultipart(body, boundary, parts)) {
      reader.take(part)
      parsed += part.body.length
      if (parsed > TURN_BYTES) {
        parsed = 0
        await turn()
      }
    }
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error
    broken = error
  }
  reader.finish()
  return broken ? { delivery, broken } : { delivery }
}
