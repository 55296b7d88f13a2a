import type { SpanDetail, SpanPayload } from '@lathe/contract'
import type { Selectable } from 'kysely'
import { pack, unpack } from '../packed-json.ts'
import type { SpanPayloadsTable } from '../tables/traces.ts'

export type PayloadRow = Selectable<SpanPayloadsTable>

const parts = ['inputs', 'outputs', 'events', 'metadata'] as const
type Part = (typeof parts)[number]

/** One row a span, however often it was delivered; only for spans that carry anything. */
export async function packPayloads(
  workspaceId: string,
  spans: readonly SpanDetail[],
): Promise<PayloadRow[]> {
  const folded = new Map<string, Pick<SpanDetail, 'id' | 'traceId' | Part>>()
  for (const span of spans) {
    const known = folded.get(keyOf(span))
    folded.set(keyOf(span), known ? { ...span, ...filled(known), ...filled(span) } : span)
  }
  const loaded = [...folded.values()].filter((span) => Object.keys(filled(span)).length > 0)
  return await Promise.all(
    loaded.map(async (span) => ({
      workspace_id: workspaceId,
      trace_id: span.traceId,
      span_id: span.id,
      inputs: await packPart(span, 'inputs'),
      outputs: await packPart(span, 'outputs'),
      events: await packPart(span, 'events'),
      metadata: await packPart(span, 'metadata'),
    })),
  )
}

/** The casts hold: the parts were packed from these very types. */
export const toPayload = (row: PayloadRow | undefined): SpanPayload => ({
  inputs: row?.inputs ? (unpack(row.inputs) as SpanPayload['inputs']) : null,
  outputs: row?.outputs ? (unpack(row.outputs) as SpanPayload['outputs']) : null,
  events: row?.events ? (unpack(row.events) as SpanPayload['events']) : [],
  metadata: row?.metadata ? (unpack(row.metadata) as SpanPayload['metadata']) : {},
})

export const keyOf = ({ traceId, id }: { traceId: string; id: string }) => `${traceId}/${id}`

type Parts = Pick<SpanDetail, Part>

const packPart = async (span: Parts, part: Part) =>
  isEmpty(span, part) ? null : await pack(span[part])

const filled = (span: Parts): Partial<Parts> =>
  Object.fromEntries(parts.filter((part) => !isEmpty(span, part)).map((part) => [part, span[part]]))

/** A call without arguments and a search without results are told as they were: `{}` and `[]`. */
function isEmpty(span: Parts, part: Part): boolean {
  const value: unknown = span[part]
  if (part === 'inputs' || part === 'outputs') return value === null || value === undefined
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0
}
