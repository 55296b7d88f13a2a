import type { Json, JsonObject, RunError, SpanKind } from '@lathe/contract'
import { v5 } from 'uuid'
import { asName, firstText, isEmpty, listOf, objectOf, present, textOf } from '../fields.ts'
import { placeInGraph } from '../langgraph-place.ts'
import { isInterrupt, toRunError } from '../langsmith/run-error.ts'
import type { SpanPart } from '../span-part.ts'
import { below, parsed } from './attributes.ts'
import { firstTokenOf, isTime } from './first-token.ts'
import { kindOf } from './kinds.ts'
import { payloadOf } from './otlp-payload.ts'
import type { OtlpSpan } from './otlp-span.ts'
import { costOf, usageOf } from './otlp-usage.ts'
import { isSaid } from './said-attributes.ts'

const NAMESPACE = '6f0e4a7c-3f3c-5f7b-9b52-0b6d2a8f1c11'

/** The same ids for the same span, whenever and however often it comes. */
export const traceUuid = (traceId: string): string => v5(traceId, NAMESPACE)
export const spanUuid = (traceId: string, spanId: string): string =>
  v5(`${traceId}/${spanId}`, NAMESPACE)

/** A span of any OpenTelemetry program. What no convention names stays in its metadata, under `otel`. */
export function toSpanPart(span: OtlpSpan, project?: string): SpanPart {
  const { attributes, traceId, resource } = span
  const { inputs, outputs } = payloadOf(span)
  const parent =
    textOf(attributes['langsmith.span.parent_id'])?.replaceAll('-', '').slice(-16) ||
    span.parentSpanId
  const events = span.events.map(({ at, name, attributes: held }) => ({
    at: isTime(at) ? at : span.startedAt,
    name,
    attributes: held,
  }))
  const tags = tagsOf(attributes)
  const graph = placeInGraph({
    ...below(attributes, 'langsmith.metadata.'),
    ...objectOf(parsed(attributes['metadata'])),
  })
  const said = kindOf(attributes)
  const kind = said === 'chain' && graph.isGraph ? 'agent' : said
  // Those around a call repeat what it used.
  const isCall = kind === 'model' || kind === 'embedding'
  const model = firstText(...MODEL.map((key) => attributes[key]))
  const asked = firstText(
    attributes['gen_ai.request.model'],
    objectOf(parsed(attributes['llm.invocation_parameters']))['model'],
  )
  const error = errorOf(span)
  return {
    id: spanUuid(traceId, span.spanId),
    traceId: traceUuid(traceId),
    startedAt: span.startedAt,
    ...present({
      parentId: /^[0-9a-f]{16}$/.test(parent) ? spanUuid(traceId, parent) : undefined,
      isRoot: parent === '' ? true : undefined,
      kind,
      name: nameOf(span),
      node: textOf(attributes['langgraph.node.name']) ?? graph.node,
      superstep: graph.superstep,
      endedAt: span.endedAt > 0 ? span.endedAt : undefined,
      firstTokenAt: firstTokenOf(span),
      model,
      asked: asked === model ? undefined : asked,
      provider: firstText(...PROVIDER.map((key) => attributes[key])),
      usage: isCall ? usageOf(attributes) : undefined,
      cost: isCall ? costOf(attributes) : undefined,
      error,
      isInterrupt: isInterrupt(error) || undefined,
      tags: tags.length > 0 ? tags : undefined,
      inputs: isEmpty(inputs) ? undefined : inputs,
      outputs: isEmpty(outputs) ? undefined : outputs,
      events: events.length > 0 ? events : undefined,
      metadata: metadataOf(span),
      project: projectOf(attributes, resource, project),
      threadId: asName(firstText(...THREAD.map((key) => attributes[key]))),
    }),
  }
}

const MODEL = [
  'gen_ai.response.model',
  'gen_ai.request.model',
  'llm.model_name',
  'embedding.model_name',
  'ai.response.model',
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
  'mastra.metadata.threadId',
  'mastra.metadata.sessionId',
]
const NAME = ['langsmith.trace.name', 'traceloop.entity.name', 'gen_ai.workflow.name']

/** Of some kinds the name of the span tells the operation, and an attribute whose. */
const NAME_OF_KIND: Partial<Record<SpanKind, string[]>> = {
  tool: ['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name'],
  agent: ['gen_ai.agent.name'],
  chain: ['ai.telemetry.functionId'],
}

const nameOf = ({ attributes, name }: OtlpSpan) => {
  const keys = [...NAME, ...(NAME_OF_KIND[kindOf(attributes)] ?? [])]
  return firstText(...keys.map((key) => attributes[key]), name) ?? 'span'
}

function errorOf({ events, status, attributes }: OtlpSpan): RunError | undefined {
  const exception = events.findLast(({ name }) => name === 'exception')?.attributes
  if (status.code !== 2 && !exception) return undefined
  // Exceptions that were caught leave a span that is well.
  if (status.code !== 2 && status.code !== 0) return undefined
  const type = firstText(exception?.['exception.type'], attributes['error.type'])
  const said = firstText(exception?.['exception.message'], status.message)
  const read = HAS_STACK.test(said ?? '') ? toRunError(said ?? '') : undefined
  const stack = textOf(exception?.['exception.stacktrace']) ?? read?.stack
  return {
    code: 'INTERNAL',
    message: [type, read?.message ?? said].filter(Boolean).join(': ') || 'The span failed',
    retryable: false,
    type: type ?? read?.type ?? 'Error',
    ...(stack !== undefined && { stack }),
  }
}

/** Some write it into the message. */
const HAS_STACK = /\n\s+at \S|Traceback \(most recent/

const TAGS = ['tag.tags', 'ai.telemetry.metadata.tags', 'mastra.tags']

function tagsOf(attributes: JsonObject): string[] {
  const own = textOf(attributes['langsmith.span.tags'])?.split(',') ?? []
  const other = TAGS.flatMap((key) => listOf(parsed(attributes[key]))).filter(
    (tag) => typeof tag === 'string',
  )
  return [...own.map((tag) => tag.trim()), ...other].filter((tag) => tag !== '')
}

function projectOf(attributes: JsonObject, resource: JsonObject, header: string | undefined) {
  const service = textOf(resource['service.name'])
  const name = asName(
    firstText(
      header,
      attributes['langsmith.trace.session_name'],
      resource['openinference.project.name'],
      service?.startsWith('unknown_service') ? undefined : service,
    ),
  )
  return name === undefined ? undefined : { name }
}

/** Prefixes whose rest is a key of the sender's own. */
const OWN = [
  'langsmith.metadata.',
  'ai.telemetry.metadata.',
  'traceloop.association.properties.',
  'mastra.metadata.',
]
function metadataOf({ attributes, resource, scope, links }: OtlpSpan): JsonObject {
  const own: [string, Json][] = []
  const rest: [string, Json][] = []
  for (const [key, value] of Object.entries(attributes)) {
    const prefix = OWN.find((one) => key.startsWith(one))
    if (prefix) own.push([key.slice(prefix.length), value])
    else if (!isSaid(key)) rest.push([key, value])
  }
  const otel: JsonObject = {
    ...Object.fromEntries(rest),
    ...(scope !== '' && { scope }),
    ...(!isEmpty(resource) && { resource }),
    ...(links.length > 0 && { links }),
  }
  return { ...Object.fromEntries(own), otel }
}
