import type { Insertable } from 'kysely'
import { isEmbedded } from '../atomic.ts'
import type { Queries } from '../db.ts'
import { joinPieces, packForWriter, packJson, unpackBytes } from '../packed-json.ts'
import type { PayloadBlocksTable } from '../tables/traces.ts'
import type { TraceChanges, StoredRows } from '../../../traces/store/fold-spans.ts'
import { isReady, type JsonBytes, type PayloadJson } from './payload-json.ts'
import { keyOf, payloadParts, type PayloadTexts, type StoredPayload } from './payloads.ts'

export type NewBlock = Insertable<PayloadBlocksTable>

/** Reading one span decompresses its whole block, so a block holds no more than these, or one span. */
const MOST_SPANS = 64
const MOST_BYTES = 64 * 1_024

/** Stands for a row of `span_payloads` in `spans.payload_blocks`. */
export const LEGACY_BLOCK = '0'

/**
 * The byte length of each part, in the order of `payloadParts`. Null if the span lacks the part.
 */
type Entry = [spanId: string, ...lengths: (number | null)[]]

const NEWLINE = 10

/**
 * Compresses the payloads trace by trace, and notes on the folded spans and traces which blocks hold them. Spans of
 * one trace repeat each other's messages, which costs next to nothing within a block.
 */
export async function packBlocks(
  db: Queries,
  known: StoredRows,
  folded: TraceChanges,
  texts: readonly PayloadTexts[],
): Promise<NewBlock[]> {
  const traces = new Map(folded.traces.map((trace) => [trace.id, trace]))
  const added = new Map<string, string>()
  const blocks: NewBlock[] = []
  const large: Promise<void>[] = []
  const pack = isEmbedded(db)
    ? packForWriter
    : (pieces: (string | Uint8Array)[]) => packJson(joinPieces(pieces))
  for (const [traceId, payloads] of Map.groupBy(
    mergeBySpan(texts, folded.lateKeys),
    (one) => one.traceId,
  )) {
    const trace = traces.get(traceId)
    if (!trace) continue
    for (const some of inBlocks(payloads)) {
      trace.payload_blocks += 1
      const id = String(trace.payload_blocks)
      for (const { spanId } of some) added.set(keyOf({ traceId, id: spanId }), id)
      const body = pack(joinBlock(some))
      if (body instanceof Promise)
        large.push(
          body.then((bytes) => {
            blocks.push({ workspace_id: trace.workspace_id, trace_id: traceId, id, body: bytes })
          }),
        )
      else blocks.push({ workspace_id: trace.workspace_id, trace_id: traceId, id, body })
    }
  }
  for (const span of folded.spans) {
    const key = keyOf({ traceId: span.trace_id, id: span.id })
    span.payload_blocks = joinIds(
      blocksBefore(known, key),
      added.get(key),
      folded.lateKeys.has(key),
    )
  }
  await Promise.all(large)
  return blocks
}

function blocksBefore({ spans }: StoredRows, key: string): string {
  const row = spans.get(key)
  return row ? (row.payload_blocks ?? LEGACY_BLOCK) : ''
}

/** A late delivery only fills gaps, so the stored blocks come after it and override it. */
function joinIds(before: string, added: string | undefined, isLate: boolean): string {
  if (added === undefined) return before
  if (before === '') return added
  return isLate ? `${added},${before}` : `${before},${added}`
}

/** One payload per span: a batch may carry a span several times. */
function mergeBySpan(texts: readonly PayloadTexts[], late: ReadonlySet<string>): PayloadTexts[] {
  const byKey = new Map<string, PayloadTexts>()
  for (const one of texts) {
    const key = keyOf({ traceId: one.traceId, id: one.spanId })
    const known = byKey.get(key)
    if (!known) byKey.set(key, one)
    else {
      const [over, under] = late.has(key) ? [known, one] : [one, known]
      byKey.set(key, {
        ...one,
        inputs: over.inputs ?? under.inputs,
        outputs: over.outputs ?? under.outputs,
        events: over.events ?? under.events,
        metadata: over.metadata ?? under.metadata,
      })
    }
  }
  return [...byKey.values()]
}

function* inBlocks(payloads: readonly PayloadTexts[]): Generator<PayloadTexts[]> {
  let some: PayloadTexts[] = []
  let bytes = 0
  for (const payload of payloads) {
    let size = 0
    for (const part of payloadParts) size += jsonIn(payload[part])?.length ?? 0
    if (some.length > 0 && (some.length === MOST_SPANS || bytes + size > MOST_BYTES)) {
      yield some
      some = []
      bytes = 0
    }
    some.push(payload)
    bytes += size
  }
  if (some.length > 0) yield some
}

const jsonIn = (json: PayloadJson | null): JsonBytes | null =>
  json !== null && isReady(json) ? json.json : json

/** Builds a block: a line that lists the spans, then their JSON, in pieces. */
export function joinBlock(payloads: readonly Omit<PayloadTexts, 'traceId'>[]) {
  const pieces: JsonBytes[] = []
  const entries = payloads.map(({ spanId, ...parts }): Entry => {
    const lengths = payloadParts.map((part) => {
      const json = jsonIn(parts[part])
      if (json === null) return null
      pieces.push(json)
      return Buffer.byteLength(json)
    })
    return [spanId, ...lengths]
  })
  return [`${JSON.stringify(entries)}\n`, ...pieces]
}

/** Returns the payloads in a block by span id. They share one buffer. */
export function readBlock(traceId: string, body: Uint8Array): Map<string, StoredPayload> {
  const bytes = unpackBytes(body)
  const end = bytes.indexOf(NEWLINE)
  // The cast holds because `joinBlock` wrote the line.
  const entries = JSON.parse(bytes.toString('utf8', 0, end)) as Entry[]
  let at = end + 1
  const take = (length: number | null | undefined) => {
    if (length == null) return null
    at += length
    return bytes.subarray(at - length, at)
  }
  return new Map(
    entries.map(([spanId, inputs, outputs, events, metadata]) => [
      spanId,
      {
        traceId,
        spanId,
        inputs: take(inputs),
        outputs: take(outputs),
        events: take(events),
        metadata: take(metadata),
      },
    ]),
  )
}

/** Merges the payloads of one span, part by part: a later payload overrides an earlier one. */
export function mergePayloads(payloads: readonly StoredPayload[]): StoredPayload | undefined {
  const [first, ...others] = payloads
  if (!first) return undefined
  return others.reduce(
    (under, over) => ({
      ...over,
      inputs: over.inputs ?? under.inputs,
      outputs: over.outputs ?? under.outputs,
      events: over.events ?? under.events,
      metadata: over.metadata ?? under.metadata,
    }),
    first,
  )
}

/** Converts a row that an older version stored. */
export const fromLegacyRow = (row: {
  trace_id: string
  span_id: string
  inputs: Uint8Array | null
  outputs: Uint8Array | null
  events: Uint8Array | null
  metadata: Uint8Array | null
}): StoredPayload => ({
  traceId: row.trace_id,
  spanId: row.span_id,
  inputs: row.inputs && unpackBytes(row.inputs),
  outputs: row.outputs && unpackBytes(row.outputs),
  events: row.events && unpackBytes(row.events),
  metadata: row.metadata && unpackBytes(row.metadata),
})
