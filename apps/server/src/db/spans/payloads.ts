import type { SpanDetail, SpanPayload } from '@lathe/contract'
import type { Insertable, Selectable } from 'kysely'
import { isEmbedded } from '../atomic.ts'
import type { Queries } from '../db.ts'
import { packJson, packForWriter, unpack } from '../packed-json.ts'
import type { SpanPayloadsTable } from '../tables/traces.ts'
import { isReady, type PayloadJson } from './payload-json.ts'

export type PayloadRow = Selectable<SpanPayloadsTable>
export type NewPayload = Insertable<SpanPayloadsTable>

export const payloadParts = ['inputs', 'outputs', 'events', 'metadata'] as const
type Part = (typeof payloadParts)[number]

/** Of one span what it carries, as JSON. */
export type PayloadTexts = { traceId: string; spanId: string } & Record<Part, PayloadJson | null>

/** One for each span, however often it was delivered; only for spans that carry anything. */
export function payloadTexts(spans: readonly SpanDetail[]): PayloadTexts[] {
  const folded = new Map<string, Pick<SpanDetail, 'id' | 'traceId' | Part>>()
  for (const span of spans) {
    const known = folded.get(keyOf(span))
    folded.set(keyOf(span), known ? { ...span, ...filled(known), ...filled(span) } : span)
  }
  return [...folded.values()]
    .map((span) => ({
      traceId: span.traceId,
      spanId: span.id,
      inputs: textOf(span, 'inputs'),
      outputs: textOf(span, 'outputs'),
      events: textOf(span, 'events'),
      metadata: textOf(span, 'metadata'),
    }))
    .filter(isAny)
}

export const isAny = (texts: PayloadTexts): boolean =>
  payloadParts.some((part) => texts[part] !== null)

/** The embedded database packs in the thread that writes. */
export async function packPayloads(
  db: Queries,
  workspaceId: string,
  all: readonly PayloadTexts[],
): Promise<NewPayload[]> {
  const packs = isEmbedded(db) ? packForWriter : packJson
  // Few are packed apart, and for all others there is nothing to wait for.
  const apart: Promise<void>[] = []
  const rows = all.map(({ traceId, spanId, ...texts }): NewPayload => {
    const address = { workspace_id: workspaceId, trace_id: traceId, span_id: spanId }
    const row: NewPayload = { ...address, ...nothing }
    for (const part of payloadParts) {
      const text = texts[part]
      const packed = text === null ? null : isReady(text) ? text.packed : packs(text)
      if (packed instanceof Promise) apart.push(packed.then((bytes) => void (row[part] = bytes)))
      else row[part] = packed
    }
    return row
  })
  await Promise.all(apart)
  return rows
}

const nothing = { inputs: null, outputs: null, events: null, metadata: null }

/** The casts hold: the parts were packed from these very types. */
export const toPayload = (row: PayloadRow | undefined): SpanPayload => ({
  inputs: row?.inputs ? (unpack(row.inputs) as SpanPayload['inputs']) : null,
  outputs: row?.outputs ? (unpack(row.outputs) as SpanPayload['outputs']) : null,
  events: row?.events ? (unpack(row.events) as SpanPayload['events']) : [],
  metadata: row?.metadata ? (unpack(row.metadata) as SpanPayload['metadata']) : {},
})

export const keyOf = ({ traceId, id }: { traceId: string; id: string }) => `${traceId}/${id}`

type Parts = Pick<SpanDetail, Part>

const textOf = (span: Parts, part: Part) =>
  isEmpty(span, part) ? null : JSON.stringify(span[part])

/** Of what is empty nothing is stored. */
export const jsonOrNull = (value: object): string | null =>
  Object.keys(value).length === 0 ? null : JSON.stringify(value)

const filled = (span: Parts): Partial<Parts> =>
  Object.fromEntries(
    payloadParts.filter((part) => !isEmpty(span, part)).map((part) => [part, span[part]]),
  )

/** A call without arguments and a search without results are told as they were: `{}` and `[]`. */
function isEmpty(span: Parts, part: Part): boolean {
  const value: unknown = span[part]
  if (part === 'inputs' || part === 'outputs') return value === null || value === undefined
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0
}
