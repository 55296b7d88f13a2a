import { isReady, type JsonBytes, type PayloadJson, sizeOfJson } from '../payloads/payload-json.ts'
import { PIECE, textOf } from './span-text.ts'
import type { BufferedSpan } from './text-index.ts'

type Packed = [traceId: string, spanId: string, isEnded: boolean, words: number, ...said: unknown[]]

/** What is said of spans as one JSON, and behind it their words, in UTF-8 and memory of its own: so it crosses without a copy. */
export type PackedSpans = { json: Uint8Array<ArrayBuffer>; words: Uint8Array<ArrayBuffer> }

/** Of a span beside its words: ids, objects. */
const SPAN_BYTES = 200

/** What it takes of the memory while it waits. */
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

/** Their words alone, in memory of their own: what came with them may be as large as a whole request. */
export const copyWords = (spans: readonly BufferedSpan[]): BufferedSpan[] =>
  spans.map((span) => ({ ...span, payloads: span.payloads.map(copied) }))

const copied = (json: PayloadJson): PayloadJson =>
  isReady(json) ? { json: '', words: copyOf(json.words) } : copyOf(json)

const copyOf = (text: JsonBytes): JsonBytes =>
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
        const bytes = bytesOf(json.words)
        words.push(bytes, BREAK)
        length += bytes.length + BREAK.length
      }
    const opened = JSON.stringify([traceId, spanId, isEnded, length, name, model]).slice(0, -1)
    pieces.push(Buffer.from(`${index === 0 ? '[' : ','}${opened},${error ?? 'null'}`))
    for (const json of payloads) if (!isReady(json)) pieces.push(COMMA, bytesOf(json))
    pieces.push(END)
  }
  pieces.push(END)
  return { json: joined(pieces), words: joined(words) }
}

const bytesOf = (text: JsonBytes) => (typeof text === 'string' ? Buffer.from(text) : text)

const COMMA = Buffer.from(',')
const END = Buffer.from(']')
const BREAK = Buffer.from(PIECE)

/** The words of each, as they would be read from the store, in UTF-8 where they came so. */
export function unpackSpans(handed: PackedSpans | undefined) {
  if (!handed) return []
  // The cast holds: it is what `packSpans` made.
  const spans = JSON.parse(new TextDecoder().decode(handed.json)) as Packed[]
  let at = 0
  return spans.map(([traceId, spanId, isEnded, length, ...said]) => {
    const words = handed.words.subarray(at, at + length)
    at += length
    const first = textOf(said)
    const text = length === 0 ? first : Buffer.concat([Buffer.from(`${first}${PIECE}`), words])
    return { traceId, spanId, isEnded, text }
  })
}

/** Rows of the queue come in the order of their ids; one that was done before its spans were handed over goes with the next. */
export function forgetThrough(handed: Map<string, unknown>, done = ''): void {
  for (const id of handed.keys()) if (id <= done) handed.delete(id)
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
