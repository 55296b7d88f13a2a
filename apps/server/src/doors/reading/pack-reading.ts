import { isReady, type ReadyJson } from '../../db/spans/payload-json.ts'
import { Parcel } from '../../db/sqlite/parcel.ts'
import type { Delivery } from '../../ingest/delivery.ts'

/** Puts what was packed, and its words, into memory of its own each: it goes to other threads, each its own way. */
export function parcelsOf({ parts }: Delivery): ArrayBuffer[] {
  const ready = parts
    .flatMap(({ inputs, outputs }) => [inputs?.json, outputs?.json])
    .filter((json) => json !== undefined && isReady(json))
  const payloads = new Parcel(sumOf(ready, (json) => json.packed.length))
  const words = new Parcel(sumOf(ready, (json) => Buffer.byteLength(json.words)))
  for (const json of ready) {
    json.packed = payloads.take(json.packed)
    json.words = words.take(json.words)
  }
  return [...payloads.transfer, ...words.transfer]
}

const sumOf = (all: readonly ReadyJson[], sizeOf: (json: ReadyJson) => number) =>
  all.reduce((sum, json) => sum + sizeOf(json), 0)
