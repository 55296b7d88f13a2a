import { isReady, type ReadyJson } from '../../platform/db/payloads/payload-json.ts'
import { Parcel } from '../../platform/db/sqlite/parcel.ts'
import type { Delivery } from '../../traces/ingest/delivery.ts'

/** Copies the JSON of payloads and their words into one buffer each, because each buffer is transferred to another thread. */
export function parcelsOf({ parts }: Delivery): ArrayBuffer[] {
  const ready = parts
    .flatMap(({ inputs, outputs }) => [inputs?.json, outputs?.json])
    .filter((json) => json !== undefined && isReady(json))
  const payloads = new Parcel(sumOf(ready, (json) => Buffer.byteLength(json.json)))
  const words = new Parcel(sumOf(ready, (json) => Buffer.byteLength(json.words)))
  for (const json of ready) {
    json.json = payloads.take(json.json)
    json.words = words.take(json.words)
  }
  return [...payloads.transfer, ...words.transfer]
}

const sumOf = (all: readonly ReadyJson[], sizeOf: (json: ReadyJson) => number) =>
  all.reduce((sum, json) => sum + sizeOf(json), 0)
