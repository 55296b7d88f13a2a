import {
  type Cost,
  type JsonObject,
  ZERO_USAGE,
  type Span,
  type SpanDetail,
  type Usage,
} from '@lathe/contract'
import {
  attributeTokens,
  priceCall,
  deepMerge,
  isCancellation,
  isModelCall,
  SENT_COST,
} from '@lathe/traces'
import type { CarriedPart } from './carried-part.ts'
import { sizeOfJson } from '../../platform/db/payloads/payload-json.ts'
import {
  jsonOrNull,
  type PayloadTexts,
  type StoredPayload,
} from '../../platform/db/payloads/payloads.ts'
import { isUntold, type SpanRow, toSpan } from './span-row.ts'

export type PriceOf = (model: string, usage: Usage, at: number) => Cost

/** A part whose trace is known. */
export type PlacedPart = CarriedPart & { traceId: string }

/** The stored state of the part's span. */
export type Stored = { row: SpanRow | undefined; payload: StoredPayload | undefined }

/** Whether the stored span has ended and the part has not: then the part only fills gaps. */
const isLate = (part: CarriedPart, { row }: Stored): boolean =>
  row !== undefined && row.ended_at !== null && part.endedAt === undefined

/** A span with the payload to store. Empty payload fields keep what is stored. */
export type CompletedSpan = { span: Span; texts: PayloadTexts; metadata: Metadata }

/** Metadata of a part merged with the stored metadata. Undefined if the part has none. */
type Metadata = { told: JsonObject | undefined; before: JsonObject | undefined }

/** Completes a span from a part. Unknown fields get the best guess. */
export function completePart(
  part: PlacedPart,
  stored: Stored,
  priceOf: PriceOf,
  receivedAt: number,
): CompletedSpan {
  const known = stored.row && toSpan(stored.row)
  const late = isLate(part, stored)
  const pick = <T>(arrived: T | null | undefined, had: T | null | undefined): T | null =>
    (late ? (had ?? arrived) : (arrived ?? had)) ?? null

  const told = known && !(part.name !== undefined && isUntold(known)) ? known : undefined
  const startedAt =
    earliest(part.startedAt, told?.startedAt) ?? known?.startedAt ?? part.endedAt ?? receivedAt
  const end = pick(part.endedAt, known?.endedAt)
  const endedAt = end === null ? null : Math.max(end, startedAt)
  const error = pick(part.error, known?.error)
  const kind = told && told.kind !== 'chain' ? told.kind : (part.kind ?? known?.kind ?? 'chain')
  const model = pick(part.model, known?.model)
  const asked = pick(part.asked, known?.asked)
  const counts = pick(part.usage, known?.usage)
  const usage = counts && attributeTokens(counts, model ?? asked)
  const sent = pick(part.cost, known?.cost?.priceId === SENT_COST ? known.cost : null)
  const metadata = metadataOf(part, stored, late)
  const texts = textsOf(part, stored, late, metadata)
  const span: Span = {
    id: part.id,
    traceId: part.traceId,
    parentId: parentOf(part, known, told),
    kind,
    name: pick(part.name, known?.name || null) ?? '',
    node: pick(part.node, known?.node),
    superstep: pick(part.superstep, known?.superstep),
    status: statusOf(error, part.isInterrupt || known?.status === 'interrupted', endedAt),
    startedAt,
    endedAt,
    firstTokenAt: earliest(part.firstTokenAt, known?.firstTokenAt) ?? null,
    model,
    ...(asked !== null && { asked }),
    provider: pick(part.provider, known?.provider),
    usage: usage ?? (sent && isModelCall({ kind }) ? ZERO_USAGE : null),
    cost:
      sent ??
      (usage && isModelCall({ kind })
        ? priceCall({ model, ...(asked !== null && { asked }) }, (name) =>
            priceOf(name, usage, startedAt),
          )
        : null),
    error,
    tags: pick(part.tags, known?.tags.length ? known.tags : null) ?? [],
    payloadBytes: keptBytes(part, stored, late) + arrivedBytes(texts),
  }
  return { span, texts, metadata }
}

function textsOf(
  part: PlacedPart,
  stored: Stored,
  late: boolean,
  metadata: Metadata,
): PayloadTexts {
  const { payload } = stored
  const has = (name: 'inputs' | 'outputs' | 'events') => late && payload?.[name] != null
  return {
    traceId: part.traceId,
    spanId: part.id,
    inputs: has('inputs') ? null : (part.inputs?.json ?? null),
    outputs: has('outputs') ? null : (part.outputs?.json ?? null),
    events: has('events') ? null : jsonOrNull(part.events ?? []),
    metadata: jsonOrNull(metadata.told ?? {}),
  }
}

const arrivedBytes = ({ inputs, outputs }: PayloadTexts) => sizeOfJson(inputs) + sizeOfJson(outputs)

const earliest = (a?: number | null, b?: number | null) =>
  a != null && b != null ? Math.min(a, b) : (a ?? b)

/** A child without a parent id gets the root as parent until it names one. */
function parentOf({ id, traceId, parentId, isRoot }: PlacedPart, known?: Span, told?: Span) {
  const isOpen = known === undefined || known.parentId === null || known.parentId === traceId
  if (parentId !== undefined && isOpen) return parentId
  if (told) return told.parentId
  return isRoot ? null : (known?.parentId ?? (id === traceId ? null : traceId))
}

function statusOf(error: Span['error'], isInterrupt: boolean, endedAt: number | null) {
  if (error && !isInterrupt) return isCancellation(error) ? 'cancelled' : 'error'
  if (error) return 'interrupted'
  if (endedAt === null) return 'running'
  return isInterrupt ? 'interrupted' : 'success'
}

function metadataOf(part: CarriedPart, { payload }: Stored, late: boolean): Metadata {
  const { metadata } = part
  if (!payload?.metadata || !metadata) return { told: metadata, before: undefined }
  // The cast holds: this type was stored.
  const before = JSON.parse(payload.metadata.toString()) as SpanDetail['metadata']
  return { told: late ? deepMerge(metadata, before) : deepMerge(before, metadata), before }
}

/** The bytes of stored payload fields that stay. */
function keptBytes(part: CarriedPart, { payload }: Stored, late: boolean): number {
  let bytes = 0
  for (const name of ['inputs', 'outputs'] as const) {
    const known = payload?.[name]
    if (known && (late || part[name] === undefined)) bytes += known.length
  }
  return bytes
}
