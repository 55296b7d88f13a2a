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
const MAX_BLOCK_SPANS = 64
const MAX_BLOCK_BYTES = 64 * 1_024

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
  stored: StoredRows,
  folded: TraceChanges,
  texts: readonly PayloadTexts[],
): Promise<NewBlock[]> {
  const traces = new Map(folded.traces.map((trace) => [trace.id, trace]))
  const newIds = new Map<string, string>()
  const blocks: NewBlock[] = []
  const largePayloads: Promise<void>[] = []
  const pack = isEmbedded(db)
    ? packForWriter
    : (chunks: (string | Uint8Array)[]) => packJson(joinPieces(chunks))
  for (const [traceId, payloads] of Map.groupBy(
    mergeBySpan(texts, folded.lateKeys),
    (payloadTexts) => payloadTexts.traceId,
  )) {
    const trace = traces.get(traceId)
    if (!trace) continue
    for (const group of groupIntoBlocks(payloads)) {
      trace.payload_blocks += 1
      const id = String(trace.payload_blocks)
      for (const { spanId } of group) newIds.set(keyOf({ traceId, id: spanId }), id)
      const body = pack(joinBlock(group))
      if (body instanceof Promise)
        largePayloads.push(
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
      blocksBefore(stored, key),
      newIds.get(key),
      folded.lateKeys.has(key),
    )
  }
  await Promise.all(largePayloads)
  return blocks
}

function blocksBefore({ spans }: StoredRows, key: string): string {
  const row = spans.get(key)
  return row ? (row.payload_blocks ?? LEGACY_BLOCK) : ''
}

/** A late delivery only fills gaps, so the stored blocks come after it and override it. */
function joinIds(before: string, newIds: string | undefined, isLate: boolean): string {
  if (newIds === undefined) return before
  if (before === '') return newIds
  return isLate ? `${newIds},${before}` : `${before},${newIds}`
}

/** One payload per span: a batch may carry a span several times. */
function mergeBySpan(
  texts: readonly PayloadTexts[],
  lateKeys: ReadonlySet<string>,
): PayloadTexts[] {
  const byKey = new Map<string, PayloadTexts>()
  for (const payloadTexts of texts) {
    const key = keyOf({ traceId: payloadTexts.traceId, id: payloadTexts.spanId })
    const previous = byKey.get(key)
    if (!previous) byKey.set(key, payloadTexts)
    else {
      const [newer, older] = lateKeys.has(key) ? [previous, payloadTexts] : [payloadTexts, previous]
      byKey.set(key, {
        ...payloadTexts,
        inputs: newer.inputs ?? older.inputs,
        outputs: newer.outputs ?? older.outputs,
        events: newer.events ?? older.events,
        metadata: newer.metadata ?? older.metadata,
      })
    }
  }
  return [...byKey.values()]
}

function* groupIntoBlocks(payloads: readonly PayloadTexts[]): Generator<PayloadTexts[]> {
  let group: PayloadTexts[] = []
  let bytes = 0
  for (const payload of payloads) {
    let size = 0
    for (const part of payloadParts) size += readJson(payload[part])?.length ?? 0
    if (group.length > 0 && (group.length === MAX_BLOCK_SPANS || bytes + size > MAX_BLOCK_BYTES)) {
      yield group
      group = []
      bytes = 0
    }
    group.push(payload)
    bytes += size
  }
  if (group.length > 0) yield group
}

const readJson = (json: PayloadJson | null): JsonBytes | null =>
  json !== null && isReady(json) ? json.json : json

/** Builds a block: a line that lists the spans, then their JSON, in pieces. */
export function joinBlock(payloads: readonly Omit<PayloadTexts, 'traceId'>[]) {
  const chunks: JsonBytes[] = []
  const entries = payloads.map(({ spanId, ...parts }): Entry => {
    const lengths = payloadParts.map((part) => {
      const json = readJson(parts[part])
      if (json === null) return null
      chunks.push(json)
      return Buffer.byteLength(json)
    })
    return [spanId, ...lengths]
  })
  return [`${JSON.stringify(entries)}\n`, ...chunks]
}

/** Returns the payloads in a block by span id. They share one buffer. */
export function readBlock(traceId: string, body: Uint8Array): Map<string, StoredPayload> {
  const bytes = unpackBytes(body)
  const end = bytes.indexOf(NEWLINE)
  // The cast holds because `joinBlock` wrote the line.
  const entries = JSON.parse(bytes.toString('utf8', 0, end)) as Entry[]
  let offset = end + 1
  const take = (length: number | null | undefined) => {
    if (length == null) return null
    offset += length
    return bytes.subarray(offset - length, offset)
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
  const [first, ...laterPayloads] = payloads
  if (!first) return undefined
  return laterPayloads.reduce(
    (older, newer) => ({
      ...newer,
      inputs: newer.inputs ?? older.inputs,
      outputs: newer.outputs ?? older.outputs,
      events: newer.events ?? older.events,
      metadata: newer.metadata ?? older.metadata,
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
