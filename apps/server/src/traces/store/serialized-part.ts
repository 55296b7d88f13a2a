import type { Json } from '@lathe/contract'
import { type SpanPart, callTitle, inputTitle } from '@lathe/traces/external'
import { textOf } from '../../platform/db/texts/span-text.ts'
import type { JsonBytes, PayloadJson } from '../../platform/db/payloads/payload-json.ts'

/** A serialized payload. The parsed value is dropped to save memory. */
export type SerializedPayload = {
  json: PayloadJson
  /** Title candidates of a trace: from its root and from a call. */
  titles?: { fromRoot: string; fromCall: string }
}

/** A partial span with serialized payloads. */
export type SerializedPart = SpanPart<SerializedPayload>

/** Decides what to keep of a value and its JSON. */
export type BuildPayload = (value: Json, json: JsonBytes) => PayloadJson

export const asJson: BuildPayload = (_, json) => json

/** For the reading thread: extracts search terms while the parsed value is available. */
export const withSearchText: BuildPayload = (value, json) => ({
  json,
  // A Buffer, because it lives until the whole body is read.
  words: Buffer.from(textOf([value])),
})

const stringify = (value: Json): JsonBytes => JSON.stringify(value)

/**
 * Creates a serializer for one batch. `jsonOf` returns the original JSON of a value if available.
 */
export function createPartSerializer(buildPayload = asJson, originalJson = stringify) {
  /**
   * Traces that already have a title from a call: computing another would read a whole
   * conversation.
   */
  const titledTraces = new Set<string>()

  function findTitles({ traceId, parentId, kind }: SpanPart, inputs: Json) {
    const isCall = kind === undefined || kind === 'model'
    const fromCall = isCall && !titledTraces.has(traceId ?? '') ? callTitle(inputs) : ''
    if (fromCall !== '' && traceId !== undefined) titledTraces.add(traceId)
    return { fromRoot: parentId === undefined ? inputTitle(inputs) : '', fromCall }
  }

  return ({ inputs, outputs, ...part }: SpanPart): SerializedPart => {
    const serialized: SerializedPart = part
    const toPayloadJson = (value: Json) => buildPayload(value, originalJson(value))
    if (inputs != null)
      serialized.inputs = { json: toPayloadJson(inputs), titles: findTitles(part, inputs) }
    if (outputs != null) serialized.outputs = { json: toPayloadJson(outputs) }
    return serialized
  }
}

export type SerializePart = ReturnType<typeof createPartSerializer>
