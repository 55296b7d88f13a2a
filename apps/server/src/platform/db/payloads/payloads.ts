import type { SpanDetail, SpanPayload } from '@lathe/contract'
import type { PayloadJson } from './payload-json.ts'

export const payloadParts = ['inputs', 'outputs', 'events', 'metadata'] as const
type Part = (typeof payloadParts)[number]

/** A stored span payload: JSON in UTF-8. */
export type StoredPayload = { traceId: string; spanId: string } & Record<Part, Buffer | null>

/** A span payload to store. */
export type PayloadTexts = { traceId: string; spanId: string } & Record<Part, PayloadJson | null>

/** Returns one payload per span, merged over repeated batches, and none for spans without a payload. */
export function payloadTexts(spans: readonly SpanDetail[]): PayloadTexts[] {
  const folded = new Map<string, Pick<SpanDetail, 'id' | 'traceId' | Part>>()
  for (const span of spans) {
    const previous = folded.get(keyOf(span))
    folded.set(
      keyOf(span),
      previous ? { ...span, ...filledFields(previous), ...filledFields(span) } : span,
    )
  }
  return [...folded.values()]
    .map((span) => ({
      traceId: span.traceId,
      spanId: span.id,
      inputs: joinText(span, 'inputs'),
      outputs: joinText(span, 'outputs'),
      events: joinText(span, 'events'),
      metadata: joinText(span, 'metadata'),
    }))
    .filter(hasTexts)
}

export const hasTexts = (texts: PayloadTexts): boolean =>
  payloadParts.some((part) => texts[part] !== null)

/** The casts hold because the parts were stored from these types. */
export const toPayload = (stored: StoredPayload | undefined): SpanPayload => ({
  inputs: parsed(stored?.inputs) as SpanPayload['inputs'],
  outputs: parsed(stored?.outputs) as SpanPayload['outputs'],
  events: (parsed(stored?.events) ?? []) as SpanPayload['events'],
  metadata: (parsed(stored?.metadata) ?? {}) as SpanPayload['metadata'],
})

const parsed = (json: Buffer | null | undefined): unknown =>
  json ? JSON.parse(json.toString()) : null

export const keyOf = ({ traceId, id }: { traceId: string; id: string }) => `${traceId}/${id}`

type PayloadFields = Pick<SpanDetail, Part>

const joinText = (span: PayloadFields, part: Part) =>
  isEmpty(span, part) ? null : JSON.stringify(span[part])

/** Returns null for an empty object, which is not stored. */
export const jsonOrNull = (value: object): string | null =>
  Object.keys(value).length === 0 ? null : JSON.stringify(value)

const filledFields = (span: PayloadFields): Partial<PayloadFields> =>
  Object.fromEntries(
    payloadParts.filter((part) => !isEmpty(span, part)).map((part) => [part, span[part]]),
  )

/** Inputs `{}` and outputs `[]` are values: a call without arguments, a search without results. */
function isEmpty(span: PayloadFields, part: Part): boolean {
  const value: unknown = span[part]
  if (part === 'inputs' || part === 'outputs') return value === null || value === undefined
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0
}
