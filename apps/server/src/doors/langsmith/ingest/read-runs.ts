import { asJson } from '../../../db/spans/carried-part.ts'
import { type Delivery, emptyDelivery } from '../../../ingest/delivery.ts'
import { MultipartError, readMultipart } from './multipart.ts'
import { partReader } from './run-parts.ts'
import { now } from '../../../time.ts'

type Limits = { depth: number; parts: number }

/** What a multipart body says of runs; where it breaks off, what it said before. */
export function readRuns(
  body: Buffer,
  boundary: string,
  { depth, parts }: Limits,
  keep = asJson,
): { delivery: Delivery; broken?: string } {
  const delivery = emptyDelivery('langsmith')
  const reader = partReader(delivery, { depth, keep, receivedAt: now() })
  let broken: string | undefined
  try {
    for (const part of readMultipart(body, boundary, parts)) reader.take(part)
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error
    broken = error.message
  }
  reader.finish()
  return broken === undefined ? { delivery } : { delivery, broken }
}
