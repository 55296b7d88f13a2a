import type { Json, JsonObject, SpanEvent } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { isEmpty, toList, toObject } from '../../fields.ts'
import type { SpanPart } from '../../span-part.ts'
import { parseJsonText } from '../attributes.ts'
import { readChoiceEvent, readMessageEvent } from '../dialects/events.ts'
import { MESSAGE_EVENT } from '../dialects/logfire.ts'
import { findProject, spanUuid, traceUuid } from '../otlp-part.ts'
import { type OtlpLog, type OtlpSpan } from '../otlp-span.ts'
import { logAttributes, logBody, isLogEvent, eventName, toLogEvent } from './log-events.ts'
/** An event whose attributes describe a model call like its span would. */
const DETAILS = 'gen_ai.client.inference.operation.details'
const REQUEST_ATTRIBUTES = [
  'gen_ai.input.messages',
  'gen_ai.system_instructions',
  'gen_ai.tool.definitions',
]
const ANSWERS = 'gen_ai.output.messages'

/** Whether events of this name contain a model call's messages. */
export const isContentEvent = (name: string): boolean =>
  name === DETAILS || name === 'gen_ai.choice' || MESSAGE_EVENT.test(name)

/** Whether an event contains inputs of a model call. */
export const hasInputs = ({ name, attributes }: SpanEvent): boolean =>
  MESSAGE_EVENT.test(name) ||
  (name === DETAILS && REQUEST_ATTRIBUTES.some((key) => key in attributes))

/** Builds a span from the log records about it. Undefined if they do not describe a model call. */
export function logsToSpan(events: readonly SpanEvent[]): OtlpSpan | undefined {
  const contentEvents = events.filter((event) => isLogEvent(event) && isContentEvent(event.name))
  if (contentEvents.length === 0) return undefined
  const details = contentEvents.filter(({ name }) => name === DETAILS).map(logAttributes)
  const answers = joinPieces(details.map((detail) => toList(parseJsonText(detail[ANSWERS]))))
  const inputMessages = contentEvents.flatMap((event) =>
    readMessageEvent(event.name, readLogFields(event)),
  )
  const choiceMessages = contentEvents.flatMap((event) =>
    readChoiceEvent(event.name, readLogFields(event)),
  )
  const merged: JsonObject = Object.assign({}, ...details)
  const inputs = parseJsonText(merged['gen_ai.input.messages']) ?? inputMessages
  const outputs = answers.length > 0 ? answers : choiceMessages
  const hasInputText = hasText(inputs)
  return {
    traceId: '',
    spanId: '',
    parentSpanId: '',
    name: '',
    startedAt: contentEvents[0]?.at ?? 0,
    endedAt: 0,
    attributes: {
      'gen_ai.operation.name': 'chat',
      ...Object.assign({}, ...contentEvents.map(logAttributes)),
      'gen_ai.input.messages': hasInputText ? inputs : [],
      [ANSWERS]: hasInputText || hasText(outputs) ? outputs : [],
    },
    events: [],
    links: [],
    status: { code: 0, message: '' },
    resource: {},
    scope: '',
  }
}

const NON_TEXT_FIELDS = new Set([
  'call_id',
  'finish_reason',
  'id',
  'name',
  'role',
  'tool_call_id',
  'type',
])

/** Programs that must not record content send roles and tool names only. */
function hasText(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return !isEmpty(value)
  if (Array.isArray(value)) return value.some(hasText)
  return Object.entries(value).some(([key, item]) => !NON_TEXT_FIELDS.has(key) && hasText(item))
}

/** .NET sends the body as JSON text. */
function readLogFields(event: SpanEvent): JsonObject {
  const body = parseJsonText(logBody(event))
  if (isJsonObject(body)) return body
  return body === undefined || isEmpty(body) ? {} : { content: body }
}

/** Joins the pieces of a streamed answer, which are logged separately. */
function joinPieces(lists: Json[][]): Json[] {
  const all = lists.filter((messages) => messages.length > 0)
  const [first] = all
  if (first === undefined || all.length === 1 || all.some((messages) => messages.length > 1))
    return all.flat()
  const items = all.flat().map(toObject)
  const parts = items.flatMap((item) => toList(item['parts']))
  return [{ ...items.at(-1), parts }]
}

/**
 * Converts log records to partial spans, one per span. Records that neither describe a model call
 * nor belong to a sampled span create no span, because its other data would never arrive.
 */
export function toLogParts(logs: readonly OtlpLog[], project?: string): SpanPart[] {
  return [...Map.groupBy(logs, ({ traceId, spanId }) => `${traceId}/${spanId}`).values()].flatMap(
    (all): SpanPart[] => {
      const [first] = all
      if (!first) return []
      const { traceId, spanId } = first
      const isExpected = all.some((log) => log.isSampled || isContentEvent(eventName(log) ?? ''))
      const projectName = findProject(first.attributes, first.resource, project)
      return [
        {
          id: spanUuid(traceId, spanId),
          ...(isExpected && { traceId: traceUuid(traceId) }),
          events: all.map(toLogEvent).toSorted((a, b) => a.at - b.at),
          ...(projectName && { project: projectName }),
        },
      ]
    },
  )
}
