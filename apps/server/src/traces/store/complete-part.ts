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
import type { SerializedPart } from './serialized-part.ts'
import { sizeOfJson } from '../../platform/db/payloads/payload-json.ts'
import {
  jsonOrNull,
  type PayloadTexts,
  type StoredPayload,
} from '../../platform/db/payloads/payloads.ts'
import { isPlaceholder, type SpanRow, toSpan } from './span-row.ts'

export type CalculateCost = (model: string, usage: Usage, time: number) => Cost

/** A part whose trace is known. */
export type TracedPart = SerializedPart & { traceId: string }

/** The stored state of the part's span. */
export type StoredSpan = { row: SpanRow | undefined; payload: StoredPayload | undefined }

/** Whether the stored span has ended and the part has not: then the part only fills gaps. */
const isLatePart = (part: SerializedPart, { row }: StoredSpan): boolean =>
  row !== undefined && row.ended_at !== null && part.endedAt === undefined

/** A span with the payload to store. Empty payload fields keep what is stored. */
export type CompletedSpan = { span: Span; texts: PayloadTexts; metadata: Metadata }

/** Metadata of a part merged with the stored metadata. Undefined if the part has none. */
type Metadata = { merged: JsonObject | undefined; previous: JsonObject | undefined }

/** Completes a span from a part. Unknown fields get the best guess. */
export function completePart(
  part: TracedPart,
  stored: StoredSpan,
  calculateCost: CalculateCost,
  receivedAt: number,
): CompletedSpan {
  const storedSpan = stored.row && toSpan(stored.row)
  const isLate = isLatePart(part, stored)
  const pick = <T>(received: T | null | undefined, storedValue: T | null | undefined): T | null =>
    (isLate ? (storedValue ?? received) : (received ?? storedValue)) ?? null

  const trustedSpan =
    storedSpan && !(part.name !== undefined && isPlaceholder(storedSpan)) ? storedSpan : undefined
  const startedAt =
    earliest(part.startedAt, trustedSpan?.startedAt) ??
    storedSpan?.startedAt ??
    part.endedAt ??
    receivedAt
  const reportedEnd = pick(part.endedAt, storedSpan?.endedAt)
  const endedAt = reportedEnd === null ? null : Math.max(reportedEnd, startedAt)
  const error = pick(part.error, storedSpan?.error)
  const kind =
    trustedSpan && trustedSpan.kind !== 'chain'
      ? trustedSpan.kind
      : (part.kind ?? storedSpan?.kind ?? 'chain')
  const model = pick(part.model, storedSpan?.model)
  const requestedModel = pick(part.asked, storedSpan?.asked)
  const reportedUsage = pick(part.usage, storedSpan?.usage)
  const usage = reportedUsage && attributeTokens(reportedUsage, model ?? requestedModel)
  const reportedCost = pick(
    part.cost,
    storedSpan?.cost?.priceId === SENT_COST ? storedSpan.cost : null,
  )
  const metadata = mergeMetadata(part, stored, isLate)
  const texts = buildTexts(part, stored, isLate, metadata)
  const span: Span = {
    id: part.id,
    traceId: part.traceId,
    parentId: resolveParent(part, storedSpan, trustedSpan),
    kind,
    name: pick(part.name, storedSpan?.name || null) ?? '',
    node: pick(part.node, storedSpan?.node),
    superstep: pick(part.superstep, storedSpan?.superstep),
    status: resolveStatus(error, part.isInterrupt || storedSpan?.status === 'interrupted', endedAt),
    startedAt,
    endedAt,
    firstTokenAt: earliest(part.firstTokenAt, storedSpan?.firstTokenAt) ?? null,
    model,
    ...(requestedModel !== null && { asked: requestedModel }),
    provider: pick(part.provider, storedSpan?.provider),
    usage: usage ?? (reportedCost && isModelCall({ kind }) ? ZERO_USAGE : null),
    cost:
      reportedCost ??
      (usage && isModelCall({ kind })
        ? priceCall({ model, ...(requestedModel !== null && { asked: requestedModel }) }, (name) =>
            calculateCost(name, usage, startedAt),
          )
        : null),
    error,
    tags: pick(part.tags, storedSpan?.tags.length ? storedSpan.tags : null) ?? [],
    payloadBytes: remainingBytes(part, stored, isLate) + receivedBytes(texts),
  }
  return { span, texts, metadata }
}

function buildTexts(
  part: TracedPart,
  stored: StoredSpan,
  isLate: boolean,
  metadata: Metadata,
): PayloadTexts {
  const { payload } = stored
  const keepsStored = (name: 'inputs' | 'outputs' | 'events') => isLate && payload?.[name] != null
  return {
    traceId: part.traceId,
    spanId: part.id,
    inputs: keepsStored('inputs') ? null : (part.inputs?.json ?? null),
    outputs: keepsStored('outputs') ? null : (part.outputs?.json ?? null),
    events: keepsStored('events') ? null : jsonOrNull(part.events ?? []),
    metadata: jsonOrNull(metadata.merged ?? {}),
  }
}

const receivedBytes = ({ inputs, outputs }: PayloadTexts) =>
  sizeOfJson(inputs) + sizeOfJson(outputs)

const earliest = (a?: number | null, b?: number | null) =>
  a != null && b != null ? Math.min(a, b) : (a ?? b)

/** A child without a parent id gets the root as parent until it names one. */
function resolveParent(
  { id, traceId, parentId, isRoot }: TracedPart,
  storedSpan?: Span,
  trustedSpan?: Span,
) {
  const canSetParent =
    storedSpan === undefined || storedSpan.parentId === null || storedSpan.parentId === traceId
  if (parentId !== undefined && canSetParent) return parentId
  if (trustedSpan) return trustedSpan.parentId
  return isRoot ? null : (storedSpan?.parentId ?? (id === traceId ? null : traceId))
}

function resolveStatus(error: Span['error'], isInterrupt: boolean, endedAt: number | null) {
  if (error && !isInterrupt) return isCancellation(error) ? 'cancelled' : 'error'
  if (error) return 'interrupted'
  if (endedAt === null) return 'running'
  return isInterrupt ? 'interrupted' : 'success'
}

function mergeMetadata(part: SerializedPart, { payload }: StoredSpan, isLate: boolean): Metadata {
  const { metadata } = part
  if (!payload?.metadata || !metadata) return { merged: metadata, previous: undefined }
  // The cast holds: this type was stored.
  const previous = JSON.parse(payload.metadata.toString()) as SpanDetail['metadata']
  return {
    merged: isLate ? deepMerge(metadata, previous) : deepMerge(previous, metadata),
    previous,
  }
}

/** The bytes of stored payload fields that stay. */
function remainingBytes(part: SerializedPart, { payload }: StoredSpan, isLate: boolean): number {
  let bytes = 0
  for (const name of ['inputs', 'outputs'] as const) {
    const storedValue = payload?.[name]
    if (storedValue && (isLate || part[name] === undefined)) bytes += storedValue.length
  }
  return bytes
}
