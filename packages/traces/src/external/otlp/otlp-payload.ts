import type { Json, JsonObject } from '@lathe/contract'
import { isObject, listOf, objectOf, textOf } from '../fields.ts'
import { readMessage } from '../messages/read-message.ts'
import { asObject, firstParsed, parsed, unflatten } from './attributes.ts'
import { langfuseDocuments, withToolRoles } from './dialects/langfuse.ts'
import { choicesOf, eventMessages } from './dialects/events.ts'
import { talkOf } from './dialects/logfire.ts'
import { mastraAnswer, mastraSaid } from './dialects/mastra.ts'
import {
  openInferenceAnswered,
  openInferenceAsked,
  openInferenceDocuments,
  openInferenceVectors,
} from './dialects/openinference.ts'
import type { OtlpEvent, OtlpSpan } from './otlp-span.ts'
import { PLAIN_INPUTS, PLAIN_OUTPUTS } from './metadata.ts'
import { traceloopArguments, unpacked } from './dialects/traceloop.ts'
import { fromVercel, vercelAnswer, vercelValues, vercelVectors } from './dialects/vercel.ts'

type Payload = { inputs: JsonObject | undefined; outputs: JsonObject | undefined }

/** What went in and came out, messages as `messages`; by the first convention that says it. */
export function payloadOf({ attributes, events: own }: OtlpSpan): Payload {
  const events = [...own, ...attributeEvents(attributes)]
  return {
    inputs:
      messagesIn(attributes, events) ??
      vercelValues(attributes) ??
      traceloopArguments(attributes) ??
      plainly(firstParsed(attributes, ...PLAIN_INPUTS) ?? mastraSaid(attributes, 'input'), 'input'),
    outputs:
      messagesOut(attributes, events) ??
      openInferenceDocuments(attributes) ??
      openInferenceVectors(attributes) ??
      langfuseDocuments(attributes) ??
      vercelVectors(attributes) ??
      plainly(
        firstParsed(attributes, ...PLAIN_OUTPUTS) ?? mastraSaid(attributes, 'output'),
        'output',
      ),
  }
}

/** A bare list of messages is told as one. */
function plainly(value: Json | undefined, key: string): JsonObject | undefined {
  const list = withToolRoles(listOf(value))
  const isTalk = list.length > 0 && list.every((one) => readMessage(one) !== undefined)
  if (isTalk) return { messages: list }
  const messages = listOf(objectOf(value)['messages'])
  if (messages.length > 0) return { ...objectOf(value), messages: withToolRoles(messages) }
  return asObject(value, key)
}

function messagesIn(attributes: JsonObject, events: OtlpEvent[]): JsonObject | undefined {
  const said = listOf(parsed(attributes['gen_ai.input.messages']))
  const system = parsed(attributes['gen_ai.system_instructions'])
  const instructions = system === undefined ? [] : [instruction(system)]
  const tools = [
    listOf(parsed(attributes['gen_ai.tool.definitions'])),
    listOf(parsed(attributes['ai.prompt.tools'])).map(readTool),
    listOf(unflatten(attributes, 'llm.tools')).map(readTool),
  ].find((list) => list.length > 0)
  const found = [
    said.length > 0 ? [...instructions, ...said.flatMap(unpacked)] : [],
    listOf(unflatten(attributes, 'gen_ai.prompt')),
    openInferenceAsked(attributes),
    listOf(parsed(attributes['ai.prompt.messages'])).flatMap(fromVercel),
    talkOf(attributes).asked,
    eventMessages(events),
    eventContent(events, 'gen_ai.content.prompt', 'gen_ai.prompt'),
  ].find((messages) => messages.length > 0)
  return found && { messages: found, ...(tools && { tools }) }
}

function messagesOut(attributes: JsonObject, events: OtlpEvent[]): JsonObject | undefined {
  const found = [
    listOf(parsed(attributes['gen_ai.output.messages'])),
    listOf(unflatten(attributes, 'gen_ai.completion')),
    openInferenceAnswered(attributes),
    vercelAnswer(attributes),
    mastraAnswer(attributes),
    attributes['final_result'] === undefined ? talkOf(attributes).answered : [],
    choicesOf(events),
    eventContent(events, 'gen_ai.content.completion', 'gen_ai.completion'),
  ].find((messages) => messages.length > 0)
  return found && { messages: found }
}

const instruction = (system: Json): Json =>
  Array.isArray(system) ? { role: 'system', parts: system } : { role: 'system', content: system }

/** The Vercel SDK has each as a JSON text, OpenInference in `tool.json_schema`. */
const readTool = (item: Json): Json =>
  parsed(objectOf(objectOf(item)['tool'])['json_schema'] ?? item) ?? item

/** Logfire has the events of a span as a text among its attributes. */
const attributeEvents = (attributes: JsonObject): OtlpEvent[] =>
  listOf(parsed(attributes['events']))
    .map(objectOf)
    .map(({ 'event.name': name, ...event }) => ({
      at: 0,
      name: textOf(name) ?? '',
      attributes: event,
    }))

function eventContent(events: OtlpEvent[], name: string, key: string): Json[] {
  const value = parsed(events.find((event) => event.name === name)?.attributes[key])
  if (Array.isArray(value)) return value
  return value === undefined ? [] : [isObject(value) ? value : { role: 'user', content: value }]
}
