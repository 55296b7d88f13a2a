import {
  type Json,
  type JsonObject,
  type Redaction,
  type Span,
  type SpanDetail,
  isJsonObject,
} from '@lathe/contract'
import {
  fromRunError,
  isModelCall,
  LANGSMITH_KEY,
  LANGSMITH_RUN_TYPES,
  toIso,
  toUsageMetadata,
} from '@lathe/traces'
import type { Client } from 'langsmith'
import { redactFile } from '../../platform/crypto/redact-file.ts'
import type { RunPosition } from './run-positions.ts'
import { errorWithoutContent, withoutContent } from './without-content.ts'

export type ForwardedRun = NonNullable<
  Parameters<Client['multipartIngestRuns']>[0]['runCreates']
>[number]

type SpanToForward = SpanDetail & { project: string; threadId: string | null }
type Attachment = { name: string; mime_type: string; body: Uint8Array }
type Outgoing = {
  redaction: Redaction
  redact: <T extends Json>(value: T) => T
  attachments: readonly Attachment[]
}

/** Marks forwarded traces, so that a receiver does not forward them again. */
export const FORWARDED = 'lathe_forwarded'

export function toRun(
  span: SpanToForward,
  { id, parentId, dottedOrder }: RunPosition,
  { redaction, redact, attachments }: Outgoing,
): ForwardedRun {
  const { inputs, outputs, error } = span
  // Other fields and errors may repeat either side.
  const hidesContent = redaction.hidesInputs || redaction.hidesOutputs
  return {
    id,
    trace_id: span.traceId,
    dotted_order: dottedOrder,
    session_name: redact(span.project),
    name: redact(span.name),
    run_type: LANGSMITH_RUN_TYPES[span.kind],
    start_time: toIso(span.startedAt),
    ...(span.endedAt !== null && { end_time: toIso(span.endedAt) }),
    ...(parentId !== null && { parent_run_id: parentId }),
    ...(error && {
      error: redact(hidesContent ? errorWithoutContent(error) : fromRunError(error)),
    }),
    inputs: redaction.hidesInputs ? {} : redact(asObject(inputs, 'input')),
    ...(outputs !== null && {
      outputs: redaction.hidesOutputs ? {} : redact(asObject(outputs, 'output')),
    }),
    tags: redact(span.tags),
    events: hidesContent ? firstToken(span) : redact(toEvents(span)),
    extra: { metadata: redact({ ...visibleMetadata(span, redaction), ...spanMetadata(span) }) },
    ...(attachments.length > 0 && { attachments: toAttachments(attachments, redact) }),
  }
}

const asObject = (value: Json, name: string): JsonObject =>
  isJsonObject(value) ? value : value === null ? {} : { [name]: value }

const firstToken = ({ firstTokenAt }: SpanDetail): JsonObject[] =>
  firstTokenAt === null ? [] : [{ name: 'new_token', time: toIso(firstTokenAt) }]

function toEvents(span: SpanDetail): JsonObject[] {
  const events = span.events.map(({ name, at, attributes }) => ({
    ...attributes,
    name,
    time: toIso(at),
  }))
  return events.some(({ name }) => name === 'new_token') ? events : [...firstToken(span), ...events]
}

function visibleMetadata(
  { metadata }: SpanToForward,
  { hidesInputs, hidesOutputs, passes }: Redaction,
): JsonObject {
  const { [LANGSMITH_KEY]: _, ...visible } = metadata
  return hidesInputs || hidesOutputs ? withoutContent(visible, passes) : visible
}

function spanMetadata(span: SpanToForward): JsonObject {
  const usage = usageMetadata(span)
  return {
    ...(span.threadId !== null && { thread_id: span.threadId }),
    ...(span.node !== null && { langgraph_node: span.node }),
    ...(span.superstep !== null && { langgraph_step: span.superstep }),
    ...(span.model !== null && { ls_model_name: span.model }),
    ...(span.provider !== null && { ls_provider: span.provider }),
    ...(usage && { usage_metadata: usage }),
    [FORWARDED]: true,
  }
}

const toAttachments = (attachments: readonly Attachment[], redact: Outgoing['redact']) =>
  Object.fromEntries(
    attachments.map(({ name, mime_type, body }) => [
      redact(name),
      {
        mimeType: mime_type,
        data: Uint8Array.from(redactFile({ mimeType: mime_type, body }, redact)),
      },
    ]),
  )

/** Usage and cost in LangSmith's format. Unknown values are omitted. */
function usageMetadata(span: Span): JsonObject | undefined {
  const { usage, cost } = span
  if (!usage || !isModelCall(span)) return undefined
  return {
    ...toUsageMetadata(usage),
    ...dollars('input_cost', cost?.input),
    ...dollars('output_cost', cost?.output),
    ...dollars('total_cost', cost?.total),
  }
}

const dollars = (name: string, nanos: number | null | undefined): JsonObject =>
  nanos == null ? {} : { [name]: nanos / 1e9 }
