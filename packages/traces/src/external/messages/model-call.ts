import {
  type Json,
  type JsonObject,
  type Message,
  ModelInputs,
  ModelOutputs,
} from '@lathe/contract'
import { firstText, isEmpty, isObject, listOf, objectOf, present } from '../fields.ts'
import { KEPT } from '../langsmith/run-part.ts'
import { below, parsed } from '../otlp/attributes.ts'
import { joinAnswer, messagesOfCall, readMessage, readMessages } from './read-message.ts'

/** What says what is asked, and not how. */
const ASKED = new Set(['model', 'messages', 'input', 'tools', 'instructions'])

/** How a model was called, by the names of its provider: as LangSmith, OpenInference and OpenTelemetry keep it. */
export function callSettings(metadata: JsonObject): JsonObject {
  const otel = objectOf(metadata['otel'])
  const said = {
    ...below(otel, 'ai.settings.'),
    ...below(otel, 'gen_ai.request.'),
    ...objectOf(parsed(otel['llm.invocation_parameters'])),
    ...objectOf(parsed(otel['langfuse.observation.model.parameters'])),
    ...objectOf(objectOf(metadata[KEPT])['invocation_params']),
  }
  return Object.fromEntries(Object.entries(said).filter(([key]) => !ASKED.has(key)))
}

/** Why a model ended its answer, in its provider's word. */
export function finishReasonOf(outputs: JsonObject, metadata: JsonObject): string | undefined {
  const [generation] = listOf(outputs['generations']).flat().map(objectOf)
  const told = [
    objectOf(generation?.['generationInfo'] ?? generation?.['generation_info']),
    ...[generation?.['message'], outputs['output'], outputs].map(responseOf),
    ...[...listOf(outputs['choices']), ...listOf(outputs['candidates'])].map(objectOf),
    ...listOf(outputs['messages']).map(objectOf).toReversed(),
    outputs,
  ]
  return firstText(...told.flatMap(reasonsOf), ...reasonsIn(metadata))
}

const KEYS = ['finish_reason', 'stop_reason', 'finishReason', 'stopReason', 'done_reason']

const reasonsOf = (told: JsonObject) => [
  ...KEYS.map((key) => told[key]),
  // Of the Responses API.
  objectOf(told['incomplete_details'])['reason'],
]

/** What LangChain's messages tell of the response they came in. */
function responseOf(message: Json | undefined): JsonObject {
  const given = objectOf(message)
  return objectOf((given['kwargs'] ? objectOf(given['kwargs']) : given)['response_metadata'])
}

function reasonsIn(metadata: JsonObject): (Json | undefined)[] {
  const otel = objectOf(metadata['otel'])
  const reasons = parsed(otel['gen_ai.response.finish_reasons'])
  return [
    Array.isArray(reasons) ? reasons[0] : reasons,
    otel['ai.response.finishReason'],
    otel['llm.finish_reason'],
  ]
}

const LENGTH = /^(length|max_(output_)?tokens|model_length|model_context_window_exceeded)$/

const FILTER =
  /^(content_filter(ed)?|safety|recitation|refusal|guardrail_intervened|blocklist|prohibited_content|spii)$/

/** What kept a model from saying all that it would have said. */
export function cutShortBy(reason: string | null): 'length' | 'filter' | undefined {
  const word = reason?.toLowerCase().replaceAll('-', '_') ?? ''
  if (LENGTH.test(word)) return 'length'
  return FILTER.test(word) ? 'filter' : undefined
}

/** What a model was asked, whoever recorded it; undefined when that holds no messages. */
export function readModelInputs(inputs: Json, metadata: JsonObject): ModelInputs | undefined {
  const given = objectOf(inputs)
  const own = ModelInputs.safeParse(inputs).data
  const said = messagesOfCall(inputs)
  if (!said) return undefined
  const { tools: offered } = objectOf(objectOf(metadata[KEPT])['invocation_params'])
  const tools = listOf(given['tools'] ?? offered).filter((tool) => isObject(tool))
  const settings = callSettings(metadata)
  return {
    ...present({
      tools: tools.length > 0 ? tools : undefined,
      settings: isEmpty(settings) ? undefined : settings,
    }),
    ...own,
    messages: instructed(given, said),
  }
}

/** What a model answered; undefined when that holds no message. */
export function readModelOutputs(
  outputs: Json,
  metadata: JsonObject = {},
): ModelOutputs | undefined {
  const own = ModelOutputs.safeParse(outputs).data
  if (own && isObject(outputs) && 'finishReason' in outputs) return own
  const given = objectOf(outputs)
  const [generation] = listOf(given['generations']).flat().map(objectOf)
  const [choice] = listOf(given['choices']).map(objectOf)
  const message =
    readMessage(generation?.['message']) ??
    readMessage(choice?.['message']) ??
    readMessage(given['message']) ??
    readMessage(given['output']) ??
    joinAnswer(readMessages(given['output'])) ??
    readMessages(given['messages'])?.at(-1) ??
    readMessage(given) ??
    readText(generation?.['text'] ?? given['output'] ?? given['text'])
  if (!message) return undefined
  return { message, finishReason: finishReasonOf(given, metadata) ?? null }
}

/** Anthropic, the Responses API and Google have instructions beside the messages. */
function instructed(given: JsonObject, messages: Message[]): Message[] {
  const beside =
    given['system'] ??
    given['instructions'] ??
    given['system_instruction'] ??
    given['systemInstruction']
  if (messages[0]?.role === 'system' || isEmpty(beside)) return messages
  const parts = isObject(beside) ? beside['parts'] : undefined
  const [system] =
    readMessages([{ role: 'system', ...(parts ? { parts } : { content: beside ?? null }) }]) ?? []
  return system && !isEmpty(system.content) ? [system, ...messages] : messages
}

const readText = (value: Json | undefined): Message | undefined =>
  typeof value === 'string' ? { role: 'assistant', content: value } : undefined
