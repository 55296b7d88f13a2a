import type { Json } from '@lathe/contract'
import { type SpanPart, callTitle, inputTitle } from '@lathe/traces/external'
import { textOf } from '../../platform/db/texts/span-text.ts'
import type { JsonBytes, PayloadJson } from '../../platform/db/payloads/payload-json.ts'

/** A serialized payload. The parsed value is dropped to save memory. */
export type Carried = {
  json: PayloadJson
  /** Title candidates of a trace: from its root and from a call. */
  titles?: { ofRoot: string; ofCall: string }
}

/** A partial span with serialized payloads. */
export type CarriedPart = SpanPart<Carried>

/** Decides what to keep of a value and its JSON. */
export type Keep = (value: Json, json: JsonBytes) => PayloadJson

export const asJson: Keep = (_, json) => json

/** For the reading thread: extracts search terms while the parsed value is available. */
export const withWords: Keep = (value, json) => ({
  json,
  // A Buffer, because it lives until the whole body is read.
  words: Buffer.from(textOf([value])),
})

const asWritten = (value: Json): JsonBytes => JSON.stringify(value)

/**
 * Creates a serializer for one batch. `jsonOf` returns the original JSON of a value if available.
 */
export function carrier(keep = asJson, jsonOf = asWritten) {
  /**
   * Traces that already have a title from a call: computing another would read a whole
   * conversation.
   */
  const titled = new Set<string>()

  function titlesOf({ traceId, parentId, kind }: SpanPart, inputs: Json) {
    const isCall = kind === undefined || kind === 'model'
    const ofCall = isCall && !titled.has(traceId ?? '') ? callTitle(inputs) : ''
    if (ofCall !== '' && traceId !== undefined) titled.add(traceId)
    return { ofRoot: parentId === undefined ? inputTitle(inputs) : '', ofCall }
  }

  return ({ inputs, outputs, ...part }: SpanPart): CarriedPart => {
    const carried: CarriedPart = part
    const jsonIn = (value: Json) => keep(value, jsonOf(value))
    if (inputs != null) carried.inputs = { json: jsonIn(inputs), titles: titlesOf(part, inputs) }
    if (outputs != null) carried.outputs = { json: jsonIn(outputs) }
    return carried
  }
}

export type Carry = ReturnType<typeof carrier>
