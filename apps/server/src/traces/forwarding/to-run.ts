import type { Json, JsonObject, Redaction, Span, SpanDetail } from '@lathe/contract'
import {
  fromRunError,
  isModelCall,
  isObject,
  LANGSMITH_KEY,
  LANGSMITH_RUN_TYPES,
  toIso,
  toUsageMetadata,
} from '@lathe/traces'
import type { Client } from 'langsmith'
import { redactFile } from '../../platform/crypto/redact-file.ts'
import type { RunPlace } from './places.ts'
import { errorWithoutContent, withoutContent } from './without-content.ts'

export type ForwardedRun = NonNullable<
  Parameters<Client['multipartIngestRuns']>[0]['runCreates']
>[number]

type Sent = SpanDetail & { project: string; threadId: string | null }
type Attachment = { name: string; mime_type: string; body: Uint8Array }
type Outgoing = {
  redaction: Redaction
  redact: <T extends Json>(value: T) => T
  attachments: readonly Attachment[]
}

/** Marks forwarded traces, so that a receiver does not forward them again. */
export const FORWARDED = 'lathe_forwarded'

export function toRun(
  span: Sent,
  { id, parentId, dottedOrder }: RunPlace,
  { redaction, redact, attachments }: Outgoing,
): ForwardedRun {
  const { inputs, outputs, error } = span
  // Other fields and errors may repeat either side.
  const isHiding = redaction.hidesInputs || redaction.hidesOutputs
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
    ...(error && { error: redact(isHiding ? errorWithoutContent(error) : fromRunError(error)) }),
    inputs: redaction.hidesInputs ? {} : redact(asObject(inputs, 'input')),
    ...(outputs !== null && {
      outputs: redaction.hidesOutputs ? {} : redact(asObject(outputs, 'output')),
    }),
    tags: redact(span.tags),
    events: isHiding ? firstToken(span) : redact(eventsOf(span)),
    extra: { metadata: redact({ ...noted(span, redaction), ...known(span) }) },
    ...(attachments.length > 0 && { attachments: filesOf(attachments, redact) }),
  }
}

const asObject = (value: Json, name: string): JsonObject =>
  isObject(value) ? value : value === null ? {} : { [name]: value }

const firstToken = ({ firstTokenAt }: SpanDetail): JsonObject[] =>
  firstTokenAt === null ? [] : [{ name: 'new_token', time: toIso(firstTokenAt) }]

function eventsOf(span: SpanDetail): JsonObject[] {
  const told = span.events.map(({ name, at, attributes }) => ({
    ...attributes,
    name,
    time: toIso(at),
  }))
  return told.some(({ name }) => name === 'new_token') ? told : [...firstToken(span), ...told]
}

function noted({ metadata }: Sent, { hidesInputs, hidesOutputs, passes }: Redaction): JsonObject {
  const { [LANGSMITH_KEY]: _, ...told } = metadata
  return hidesInputs || hidesOutputs ? withoutContent(told, passes) : told
}

function known(span: Sent): JsonObject {
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

const filesOf = (attachments: readonly Attachment[], redact: Outgoing['redact']) =>
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
