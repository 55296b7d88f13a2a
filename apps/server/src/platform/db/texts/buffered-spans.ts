import { isReady, type JsonBytes, type PayloadJson, sizeOfJson } from '../payloads/payload-json.ts'
import { PIECE, textOf } from './span-text.ts'
import type { BufferedSpan } from './text-index.ts'

/** `words`: the length in bytes of its words; `values`: JSON whose words were not extracted. */
type Packed = [
  traceId: string,
  spanId: string,
  isEnded: boolean,
  words: number,
  ...values: unknown[],
]

/** Spans as JSON, and their extracted words, in UTF-8. Both own their memory, so a thread transfers them without a copy. */
export type PackedSpans = { json: Uint8Array<ArrayBuffer>; words: Uint8Array<ArrayBuffer> }

/** Memory of a span without its words. */
const SPAN_BYTES = 200

/** Returns the bytes that the spans take in memory. */
export const measureSpans = (spans: readonly BufferedSpan[]): number => {
  let size = 0
  for (const { name, error, payloads } of spans) {
    size += SPAN_BYTES + name.length + (error?.length ?? 0)
    for (const json of payloads) size += isReady(json) ? json.words.length : sizeOfJson(json)
  }
  return size
}

export const sum = (numbers: Iterable<number>): number => {
  let total = 0
  for (const number of numbers) total += number
  return total
}

/** Copies the words of spans: they may be slices of a buffer that holds a whole request. */
export const copyWords = (spans: readonly BufferedSpan[]): BufferedSpan[] =>
  spans.map((span) => ({ ...span, payloads: span.payloads.map(copyPayload) }))

const copyPayload = (json: PayloadJson): PayloadJson =>
  isReady(json) ? { json: '', words: copyBytes(json.words) } : copyBytes(json)

const copyBytes = (text: JsonBytes): JsonBytes =>
  typeof text === 'string' ? text : new Uint8Array(text)

export function packSpans(spans: readonly BufferedSpan[]): PackedSpans {
  const pieces: Uint8Array[] = []
  const words: Uint8Array[] = []
  for (const [
    index,
    { traceId, spanId, isEnded, name, model, error, payloads },
  ] of spans.entries()) {
    let length = 0
    for (const json of payloads)
      if (isReady(json)) {
        const bytes = toBytes(json.words)
        words.push(bytes, BREAK)
        length += bytes.length + BREAK.length
      }
    const opened = JSON.stringify([traceId, spanId, isEnded, length, name, model]).slice(0, -1)
    pieces.push(Buffer.from(`${index === 0 ? '[' : ','}${opened},${error ?? 'null'}`))
    for (const json of payloads) if (!isReady(json)) pieces.push(COMMA, toBytes(json))
    pieces.push(END)
  }
  pieces.push(END)
  return { json: joined(pieces), words: joined(words) }
}

const toBytes = (text: JsonBytes) => (typeof text === 'string' ? Buffer.from(text) : text)

const COMMA = Buffer.from(',')
const END = Buffer.from(']')
const BREAK = Buffer.from(PIECE)

/** Returns the text of each span, as bytes if its words were extracted before. */
export function unpackSpans(packed: PackedSpans | undefined) {
  if (!packed) return []
  // The cast holds: `packSpans` wrote the JSON.
  const spans = JSON.parse(new TextDecoder().decode(packed.json)) as Packed[]
  let at = 0
  return spans.map(([traceId, spanId, isEnded, length, ...values]) => {
    const words = packed.words.subarray(at, at + length)
    at += length
    const first = textOf(values)
    const text = length === 0 ? first : Buffer.concat([Buffer.from(`${first}${PIECE}`), words])
    return { traceId, spanId, isEnded, text }
  })
}

/** Removes the rows up to and including `last`. Rows are indexed in the order of their ids. */
export function forgetThrough(rows: Map<string, unknown>, last = ''): void {
  for (const id of rows.keys()) if (id <= last) rows.delete(id)
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
