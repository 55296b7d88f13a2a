import type { JsonObject } from '@lathe/contract'
import { toMicros } from '../times.ts'
import { parsed } from './attributes.ts'
import type { OtlpSpan } from './otlp-span.ts'

/** Attributes that tell how long it took, and how many microseconds their unit has. */
const WAITS: [key: string, unit: number][] = [
  ['gen_ai.response.time_to_first_chunk', 1e6],
  ['gen_ai.client.operation.time_to_first_chunk', 1e6],
  ['ai.response.msToFirstChunk', 1e3],
]
const EVENT = /first[._ ]?(token|chunk)|^new_token$/i

/** When the first token of a call came, in microseconds since the epoch; undefined where nobody says. */
export function firstTokenOf({ attributes, startedAt, events }: OtlpSpan): number | undefined {
  const said = [...waits(attributes).map((wait) => startedAt + wait), doneAt(attributes)]
  return (
    said.find((at) => isTime(at) && at >= startedAt) ??
    events.find((event) => EVENT.test(event.name) && isTime(event.at))?.at
  )
}

const waits = (attributes: JsonObject) =>
  WAITS.map(([key, unit]) => Math.round(Number(attributes[key] ?? Number.NaN) * unit))

/** Mastra and Langfuse tell the moment itself, Mastra in every step that of the first. */
const doneAt = (attributes: JsonObject) =>
  toMicros(
    attributes['mastra.completion_start_time'] ??
      parsed(attributes['langfuse.observation.completion_start_time']),
  ) ?? Number.NaN

export const isTime = (at: number) => Number.isSafeInteger(at) && at > 0
