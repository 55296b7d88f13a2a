import type { JsonBytes } from '../spans/payloads.ts'
import { textOf } from './span-text.ts'
import type { HandedSpan } from './text-index.ts'

type Packed = [traceId: string, spanId: string, ...said: unknown[]]

/** As one text in memory of its own, around JSON that is there already: so it crosses to a thread without a copy. */
export function packHanded(spans: readonly HandedSpan[]): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  const add = (json: JsonBytes) => pieces.push(typeof json === 'string' ? Buffer.from(json) : json)
  for (const [index, { traceId, spanId, name, model, error, payloads }] of spans.entries()) {
    const opened = JSON.stringify([traceId, spanId, name, model]).slice(0, -1)
    add(`${index === 0 ? '[' : ','}${opened},${error ?? 'null'}`)
    for (const json of payloads) {
      add(',')
      add(json)
    }
    add(']')
  }
  add(']')
  return joined(pieces)
}

/** The words of each, as they would be read from the store. */
export function unpackHanded(packed: Uint8Array | undefined) {
  if (!packed) return []
  // The cast holds: it is what `packHanded` made.
  const spans = JSON.parse(new TextDecoder().decode(packed)) as Packed[]
  return spans.map(([traceId, spanId, ...said]) => ({ traceId, spanId, text: textOf(said) }))
}

/** Rows of the queue come in the order of their ids; one that was done before its spans were handed over goes with the next. */
export function forgetUpTo(handed: Map<string, unknown>, done = ''): void {
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
