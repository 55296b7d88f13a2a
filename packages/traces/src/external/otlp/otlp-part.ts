import type { JsonObject, RunError, SpanKind } from '@lathe/contract'
import { readEnvironment } from '@lathe/contract/environments'
import { v5 } from 'uuid'
import {
  toName,
  firstText,
  isEmpty,
  toList,
  toObject,
  withoutUndefined,
  nonEmptyText,
  toMicros,
} from '../fields.ts'
import { graphLocation } from '../langgraph-metadata.ts'
import { isInterrupt, toRunError } from '../langsmith/run-error.ts'
import type { SpanPart } from '../span-part.ts'
import { parseJsonText } from './attributes.ts'
import { langfuseError, langfuseTraceName } from './dialects/langfuse.ts'
import { spanKind } from './kinds.ts'
import { spanMetadata, senderMetadata } from './metadata.ts'
import { readPayload } from './otlp-payload.ts'
import { type OtlpSpan, isTime } from './otlp-span.ts'
import { readCost, readUsage } from './otlp-usage.ts'

/** Attributes with a duration until the first token, and the microseconds per unit. */
const WAITS: [key: string, unit: number][] = [
  ['gen_ai.response.time_to_first_chunk', 1e6],
  ['gen_ai.client.operation.time_to_first_chunk', 1e6],
  ['ai.response.msToFirstChunk', 1e3],
]

const EVENT = /first[._ ]?(token|chunk)|^new_token$/i

/** Returns the time of the first token in microseconds since the epoch. Undefined if unknown. */
function findFirstToken({ attributes, startedAt, events }: OtlpSpan): number | undefined {
  const candidates = [...waits(attributes).map((wait) => startedAt + wait), doneAt(attributes)]
  return (
    candidates.find((time) => isTime(time) && time >= startedAt) ??
    events.find((event) => EVENT.test(event.name) && isTime(event.at))?.at
  )
}

const waits = (attributes: JsonObject) =>
  WAITS.map(([key, unit]) => Math.round(Number(attributes[key] ?? Number.NaN) * unit))

/** Mastra and Langfuse send the time itself. Mastra repeats the first one in every step. */
const doneAt = (attributes: JsonObject) =>
  toMicros(
    attributes['mastra.completion_start_time'] ??
      parseJsonText(attributes['langfuse.observation.completion_start_time']),
  ) ?? Number.NaN

/** Returns why a span failed. Undefined for a successful span. */
function spanError({ events, status, attributes }: OtlpSpan): RunError | undefined {
  const exception = events.findLast(({ name }) => name === 'exception')?.attributes
  const message = firstText(exception?.['exception.message'], status.message)
  // LangSmith's exporter marks every run as successful and reports the failure as an exception.
  if (exception && attributes['langsmith.span.kind'] !== undefined) return toRunError(message ?? '')
  // A caught exception leaves a successful span.
  if (status.code !== 2 && !(exception && status.code === 0)) return langfuseError(attributes)
  const type = firstText(exception?.['exception.type'], attributes['error.type'])
  const read = HAS_STACK.test(message ?? '') ? toRunError(message ?? '') : undefined
  const stack = nonEmptyText(exception?.['exception.stacktrace']) ?? read?.stack
  return {
    code: 'INTERNAL',
    message: [type, read?.message ?? message].filter(Boolean).join(': ') || 'The span failed',
    retryable: false,
    type: type ?? read?.type ?? 'Error',
    ...(stack !== undefined && { stack }),
  }
}

/** Some SDKs append the stack to the message. */
const HAS_STACK = /\n\s+at \S|Traceback \(most recent/
const NAMESPACE = '6f0e4a7c-3f3c-5f7b-9b52-0b6d2a8f1c11'

/** Returns the same id for the same trace in every batch. */
export const traceUuid = (traceId: string): string => toStableUuid(traceId)

/** Returns the same id for the same span in every batch. */
export const spanUuid = (traceId: string, spanId: string): string =>
  toStableUuid(`${traceId}/${spanId}`)

const MAX_CACHED_UUIDS = 2_000

/** Every span repeats its trace's id and its parent's. Hashing one takes 3 µs. */
const uuids = new Map<string, string>()

function toStableUuid(name: string): string {
  const cached = uuids.get(name)
  if (cached !== undefined) return cached
  if (uuids.size === MAX_CACHED_UUIDS) uuids.clear()
  const uuid = v5(name, NAMESPACE)
  uuids.set(name, uuid)
  return uuid
}

/**
 * Converts an OpenTelemetry span to a partial span. Attributes that no convention covers are kept
 * in its metadata under `otel`.
 */
export function toSpanPart(span: OtlpSpan, project?: string): SpanPart {
  const { attributes, traceId, resource } = span
  const { inputs, outputs } = readPayload(span)
  const parent =
    nonEmptyText(attributes['langsmith.span.parent_id'])?.replaceAll('-', '').slice(-16) ||
    span.parentSpanId
  const events = span.events.map(({ at, name, attributes: fields }) => ({
    at: isTime(at) ? at : span.startedAt,
    name,
    attributes: fields,
  }))
  const tags = readTags(attributes)
  const metadata = senderMetadata(attributes)
  const graph = graphLocation(metadata)
  const sentKind = spanKind(span)
  const kind = sentKind === 'chain' && graph.isGraph ? 'agent' : sentKind
  // Spans around a model call repeat its usage.
  const isCall = kind === 'model' || kind === 'embedding'
  const model = firstText(...MODEL.map((key) => attributes[key]))
  const requestedModel = firstText(
    attributes['gen_ai.request.model'],
    toObject(parseJsonText(attributes['llm.invocation_parameters']))['model'],
  )
  const error = spanError(span)
  return {
    id: spanUuid(traceId, span.spanId),
    traceId: traceUuid(traceId),
    startedAt: span.startedAt,
    ...withoutUndefined({
      parentId: /^[0-9a-f]{16}$/.test(parent) ? spanUuid(traceId, parent) : undefined,
      isRoot: parent === '' ? true : undefined,
      kind,
      name: spanName(span),
      node: nonEmptyText(attributes['langgraph.node.name']) ?? graph.node,
      superstep: graph.superstep,
      endedAt: span.endedAt > 0 ? span.endedAt : undefined,
      firstTokenAt: findFirstToken(span),
      model,
      asked: requestedModel === model ? undefined : requestedModel,
      provider: findProvider(attributes, metadata),
      usage: isCall ? readUsage(attributes) : undefined,
      cost: isCall ? readCost(attributes) : undefined,
      error,
      isInterrupt: isInterrupt(error) || undefined,
      tags: tags.length > 0 ? tags : undefined,
      inputs: isEmpty(inputs) ? undefined : inputs,
      outputs: isEmpty(outputs) ? undefined : outputs,
      events: events.length > 0 ? events : undefined,
      metadata: spanMetadata(span),
      project: findProject(attributes, resource, project),
      threadId: toName(firstText(...THREAD.map((key) => attributes[key]))),
      environment: findEnvironment(attributes, resource, metadata),
    }),
  }
}

const MODEL = [
  'gen_ai.response.model',
  'gen_ai.request.model',
  'llm.model_name',
  'embedding.model_name',
  'ai.response.model',
  'langfuse.observation.model.name',
  'ai.model.id',
]

const PROVIDER = [
  'gen_ai.provider.name',
  'gen_ai.system',
  'llm.provider',
  'llm.system',
  'ai.model.provider',
]

const THREAD = [
  'langsmith.metadata.session_id',
  'langsmith.metadata.thread_id',
  'gen_ai.conversation.id',
  'session.id',
  'traceloop.association.properties.session_id',
  'ai.telemetry.metadata.sessionId',
  'ai.telemetry.metadata.threadId',
  'ai.settings.context.sessionId',
  'ai.settings.context.threadId',
  'mastra.metadata.threadId',
  'mastra.metadata.sessionId',
  'langfuse.observation.metadata.thread_id',
]

const NAME = ['langsmith.trace.name', 'traceloop.entity.name', 'gen_ai.workflow.name']

/** For these kinds the span name is the operation, and an attribute has the name. */
const NAME_ATTRIBUTES: Partial<Record<SpanKind, string[]>> = {
  tool: ['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name'],
  chain: ['ai.telemetry.functionId'],
}

function spanName(span: OtlpSpan): string {
  const { attributes, parentSpanId } = span
  const keys = [...NAME, ...(NAME_ATTRIBUTES[spanKind(span)] ?? [])]
  const ownName = firstText(...keys.map((key) => attributes[key]))
  const traceName = parentSpanId === '' ? langfuseTraceName(attributes) : undefined
  return ownName ?? traceName ?? (withoutOperation(span) || 'span')
}

/**
 * Removes the operation: `invoke_workflow billing` → `billing`. For model calls the operation is
 * more useful than the model's name.
 */
function withoutOperation({ attributes, name }: OtlpSpan): string {
  const operation = nonEmptyText(attributes['gen_ai.operation.name'])
  return operation !== undefined && GENERIC_NAMES.has(operation) && name.startsWith(`${operation} `)
    ? name.slice(operation.length + 1)
    : name
}

const GENERIC_NAMES = new Set([
  'create_agent',
  'execute_tool',
  'invoke_agent',
  'invoke_workflow',
  'workflow',
  'workflow_step',
])

/** The Vercel SDK appends the kind of model: `openai.responses`. */
const findProvider = (attributes: JsonObject, metadata: JsonObject) =>
  firstText(...PROVIDER.map((key) => attributes[key]), metadata['ls_provider'])?.replace(
    /\.(chat|completion|embedding|image|messages|responses|speech|transcription)$/,
    '',
  )

const TAGS = [
  'tag.tags',
  'ai.telemetry.metadata.tags',
  'ai.settings.context.tags',
  'mastra.tags',
  'langfuse.trace.tags',
]

function readTags(attributes: JsonObject): string[] {
  const metadata = nonEmptyText(attributes['langsmith.span.tags'])?.split(',') ?? []
  const other = TAGS.flatMap((key) => toList(parseJsonText(attributes[key]))).filter(
    (tag) => typeof tag === 'string',
  )
  return [...metadata.map((tag) => tag.trim()), ...other].filter((tag) => tag !== '')
}

/** Reads the environment of the span or its resource, or the one that LangSmith's or Langfuse's client sends. */
function findEnvironment(attributes: JsonObject, resource: JsonObject, metadata: JsonObject) {
  const langfuse = attributes['langfuse.environment'] ?? resource['langfuse.environment']
  return readEnvironment(
    firstText(
      attributes['deployment.environment.name'],
      attributes['deployment.environment'],
      metadata['environment'],
      // Langfuse's name for no environment.
      langfuse === 'default' ? null : langfuse,
      resource['deployment.environment.name'],
      resource['deployment.environment'],
    ),
  )
}

/** Returns the project of a span: from a request header, its attributes or its service name. */
export function findProject(
  attributes: JsonObject,
  resource: JsonObject,
  header: string | undefined,
) {
  const service = nonEmptyText(resource['service.name'])
  const name = toName(
    firstText(
      header,
      attributes['langsmith.trace.session_name'],
      resource['openinference.project.name'],
      service?.startsWith('unknown_service') ? undefined : service,
    ),
  )
  return name === undefined ? undefined : { name }
}
