import type { Json } from '@lathe/contract'
import { type SpanPart, titleOfCall, titleOfInputs } from '@lathe/traces/external'
import { textOf } from '../../platform/db/texts/span-text.ts'
import type { JsonBytes, PayloadJson } from '../../platform/db/payloads/payload-json.ts'

/** Inputs or outputs as they are stored: their value is needed no more, and would only be in the memory's way. */
export type Carried = {
  json: PayloadJson
  /** What a trace is called by these inputs: those of its root, or of a call in it. */
  titles?: { ofRoot: string; ofCall: string }
}

/** A part of a span that says all that is asked of what it carries. */
export type CarriedPart = SpanPart<Carried>

/** What is kept of a value and its JSON. */
export type Keep = (value: Json, json: JsonBytes) => PayloadJson

export const asJson: Keep = (_, json) => json

/** For the thread that reads bodies: there the value is at hand, so its words need no second parsing. */
export const withWords: Keep = (value, json) => ({
  json,
  // Outside the heap, because it lives until the whole body is read.
  words: Buffer.from(textOf([value])),
})

const asWritten = (value: Json): JsonBytes => JSON.stringify(value)

/** For the parts of one delivery. `jsonOf` gives the JSON of a value, where its text is at hand. */
export function carrier(keep = asJson, jsonOf = asWritten) {
  /** Traces that a call gave a title to: those that follow are not asked, for that takes reading a whole talk. */
  const titled = new Set<string>()

  function titlesOf({ traceId, parentId, kind }: SpanPart, inputs: Json) {
    const isCall = kind === undefined || kind === 'model'
    const ofCall = isCall && !titled.has(traceId ?? '') ? titleOfCall(inputs) : ''
    if (ofCall !== '' && traceId !== undefined) titled.add(traceId)
    return { ofRoot: parentId === undefined ? titleOfInputs(inputs) : '', ofCall }
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
