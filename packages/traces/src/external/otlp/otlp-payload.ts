import type { Json, JsonObject } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { toList, toObject, nonEmptyText } from '../fields.ts'
import { readMessage } from '../messages/read-message.ts'
import { asObject, findParsed, parseJsonText, unflatten } from './attributes.ts'
import { langfuseDocuments, withToolRoles } from './dialects/langfuse.ts'
import { readChoices, eventMessages } from './dialects/events.ts'
import { readLogfireMessages } from './dialects/logfire.ts'
import { mastraAnswer, mastraPayload } from './dialects/mastra.ts'
import {
  openInferenceOutputs,
  openInferenceInputs,
  openInferenceDocuments,
  openInferenceVectors,
} from './dialects/openinference.ts'
import type { OtlpEvent, OtlpSpan } from './otlp-span.ts'
import { PLAIN_INPUTS, PLAIN_OUTPUTS } from './metadata.ts'
import { traceloopArguments, unwrapMessage } from './dialects/traceloop.ts'
import { fromVercel, vercelAnswer, vercelValues, vercelVectors } from './dialects/vercel.ts'

type Payload = { inputs: JsonObject | undefined; outputs: JsonObject | undefined }

/**
 * Reads the inputs and outputs of a span by the first matching convention. Messages are returned as
 * `messages`.
 */
export function readPayload({ attributes, events: spanEvents }: OtlpSpan): Payload {
  const events = [...spanEvents, ...attributeEvents(attributes)]
  return {
    inputs:
      readInputMessages(attributes, events) ??
      vercelValues(attributes) ??
      traceloopArguments(attributes) ??
      toPayload(
        findParsed(attributes, ...PLAIN_INPUTS) ?? mastraPayload(attributes, 'input'),
        'input',
      ),
    outputs:
      readOutputMessages(attributes, events) ??
      openInferenceDocuments(attributes) ??
      openInferenceVectors(attributes) ??
      langfuseDocuments(attributes) ??
      vercelVectors(attributes) ??
      toPayload(
        findParsed(attributes, ...PLAIN_OUTPUTS) ?? mastraPayload(attributes, 'output'),
        'output',
      ),
  }
}

/** A bare list of messages is returned as `messages`. */
function toPayload(value: Json | undefined, key: string): JsonObject | undefined {
  const list = withToolRoles(toList(value))
  const areMessages = list.length > 0 && list.every((item) => readMessage(item) !== undefined)
  if (areMessages) return { messages: list }
  const messages = toList(toObject(value)['messages'])
  if (messages.length > 0) return { ...toObject(value), messages: withToolRoles(messages) }
  return asObject(value, key)
}

function readInputMessages(attributes: JsonObject, events: OtlpEvent[]): JsonObject | undefined {
  const inputMessages = toList(parseJsonText(attributes['gen_ai.input.messages']))
  const system = parseJsonText(attributes['gen_ai.system_instructions'])
  const instructions = system === undefined ? [] : [toSystemMessage(system)]
  const tools = [
    toList(parseJsonText(attributes['gen_ai.tool.definitions'])),
    toList(parseJsonText(attributes['ai.prompt.tools'])).map(readTool),
    toList(unflatten(attributes, 'llm.tools')).map(readTool),
  ].find((list) => list.length > 0)
  const found = [
    inputMessages.length > 0 ? [...instructions, ...inputMessages.flatMap(unwrapMessage)] : [],
    toList(unflatten(attributes, 'gen_ai.prompt')),
    openInferenceInputs(attributes),
    toList(parseJsonText(attributes['ai.prompt.messages'])).flatMap(fromVercel),
    readLogfireMessages(attributes).inputs,
    eventMessages(events),
    eventContent(events, 'gen_ai.content.prompt', 'gen_ai.prompt'),
  ].find((messages) => messages.length > 0)
  return found && { messages: found, ...(tools && { tools }) }
}

function readOutputMessages(attributes: JsonObject, events: OtlpEvent[]): JsonObject | undefined {
  const found = [
    toList(parseJsonText(attributes['gen_ai.output.messages'])),
    toList(unflatten(attributes, 'gen_ai.completion')),
    openInferenceOutputs(attributes),
    vercelAnswer(attributes),
    mastraAnswer(attributes),
    attributes['final_result'] === undefined ? readLogfireMessages(attributes).outputs : [],
    readChoices(events),
    eventContent(events, 'gen_ai.content.completion', 'gen_ai.completion'),
  ].find((messages) => messages.length > 0)
  return found && { messages: found }
}

const toSystemMessage = (system: Json): Json =>
  Array.isArray(system) ? { role: 'system', parts: system } : { role: 'system', content: system }

/** The Vercel SDK sends each tool as JSON text, OpenInference in `tool.json_schema`. */
const readTool = (item: Json): Json =>
  parseJsonText(toObject(toObject(item)['tool'])['json_schema'] ?? item) ?? item

/** Logfire sends a span's events as JSON text in an attribute. */
const attributeEvents = (attributes: JsonObject): OtlpEvent[] =>
  toList(parseJsonText(attributes['events']))
    .map(toObject)
    .map(({ 'event.name': name, ...event }) => ({
      at: 0,
      name: nonEmptyText(name) ?? '',
      attributes: event,
    }))

function eventContent(events: OtlpEvent[], name: string, key: string): Json[] {
  const value = parseJsonText(events.find((event) => event.name === name)?.attributes[key])
  if (Array.isArray(value)) return value
  return value === undefined ? [] : [isJsonObject(value) ? value : { role: 'user', content: value }]
}
