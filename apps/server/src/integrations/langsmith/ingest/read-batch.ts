import { isJsonObject } from '@lathe/contract/is-json-object'
import { asJson, createPartSerializer } from '../../../traces/store/serialized-part.ts'
import {
  type IngestBatch,
  createIngestBatch,
  addRejection,
} from '../../../traces/ingest/ingest-batch.ts'
import { readJsonValue } from '../../../traces/ingest/json-value.ts'
import { takeOperation } from './run-parts.ts'

/** Reads runs from a JSON batch. */
export function readBatch(
  body: Uint8Array,
  depth: number,
  buildPayload = asJson,
): { batch: IngestBatch } | { problem: string } {
  const reading = readJsonValue(body, depth)
  if ('problem' in reading) return reading
  if (!isJsonObject(reading.value)) return { problem: 'is not an object' }
  const batch = createIngestBatch('langsmith')
  const serializePart = createPartSerializer(buildPayload)
  for (const kind of ['post', 'patch'] as const) {
    const runs = reading.value[kind] ?? []
    if (!Array.isArray(runs)) {
      addRejection(batch, kind, '', 'is not a list of runs', runs)
      continue
    }
    for (const [index, run] of runs.entries())
      if (isJsonObject(run)) takeOperation(batch, `${kind}.${index}`, run, serializePart)
      else addRejection(batch, `${kind}.${index}`, '', 'is not an object', run)
  }
  return { batch }
}
