import {
  type Json,
  type JsonObject,
  type Message,
  ModelInputs,
  ModelOutputs,
} from '@lathe/contract'
import { firstText, isEmpty, isObject, toList, toObject, withoutUndefined } from '../fields.ts'
import { LANGSMITH_KEY } from '../langsmith/run-part.ts'
import { withPrefix, parseJsonText } from '../otlp/attributes.ts'
import { joinItems, findMessages, readMessage, readMessages } from './read-message.ts'

/** What says what is asked, and not how. */
const INPUT_KEYS = new Set(['model', 'messages', 'input', 'tools', 'instructions'])

/** How a model was called, by the names of its provider: as LangSmith, OpenInference and OpenTelemetry keep it. */
export function callSettings(metadata: JsonObject): JsonObject {
  const otel = toObject(metadata['otel'])
  const messages = {
    ...withPrefix(otel, 'ai.settings.'),
    ...withPrefix(otel, 'gen_ai.request.'),
    ...toObject(parseJsonText(otel['llm.invocation_parameters'])),
    ...toObject(parseJsonText(otel['langfuse.observation.model.parameters'])),
    ...toObject(toObject(metadata[LANGSMITH_KEY])['invocation_params']),
  }
  return Object.fromEntries(Object.entries(messages).filter(([key]) => !INPUT_KEYS.has(key)))
}

/** Why a model ended its answer, in its provider's word. */
export function findFinishReason(outputs: JsonObject, metadata: JsonObject): string | undefined {
  const [generation] = toList(outputs['generations']).flat().map(toObject)
  const sources = [
    toObject(generation?.['generationInfo'] ?? generation?.['generation_info']),
    ...[generation?.['message'], outputs['output'], outputs].map(responseMetadata),
    ...[...toList(outputs['choices']), ...toList(outputs['candidates'])].map(toObject),
    ...toList(outputs['messages']).map(toObject).toReversed(),
    outputs,
  ]
  return firstText(...sources.flatMap(listReasons), ...reasonsIn(metadata))
}

const KEYS = ['finish_reason', 'stop_reason', 'finishReason', 'stopReason', 'done_reason']

const listReasons = (sources: JsonObject) => [
  ...KEYS.map((key) => sources[key]),
  // Of the Responses API.
  toObject(sources['incomplete_details'])['reason'],
]

/** What LangChain's messages tell of the response they came in. */
function responseMetadata(message: Json | undefined): JsonObject {
  const fields = toObject(message)
  return toObject((fields['kwargs'] ? toObject(fields['kwargs']) : fields)['response_metadata'])
}

function reasonsIn(metadata: JsonObject): (Json | undefined)[] {
  const otel = toObject(metadata['otel'])
  const reasons = parseJsonText(otel['gen_ai.response.finish_reasons'])
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
export function findTruncation(reason: string | null): 'length' | 'filter' | undefined {
  const word = reason?.toLowerCase().replaceAll('-', '_') ?? ''
  if (LENGTH.test(word)) return 'length'
  return FILTER.test(word) ? 'filter' : undefined
}

/** What a model was asked, whoever recorded it; undefined when that holds no messages. */
export function readModelInputs(inputs: Json, metadata: JsonObject): ModelInputs | undefined {
  const fields = toObject(inputs)
  const own = ModelInputs.safeParse(inputs).data
  const messages = findMessages(inputs)
  if (!messages) return undefined
  const { tools: offered } = toObject(toObject(metadata[LANGSMITH_KEY])['invocation_params'])
  const tools = toList(fields['tools'] ?? offered).filter((tool) => isObject(tool))
  const settings = callSettings(metadata)
  return {
    ...withoutUndefined({
      tools: tools.length > 0 ? tools : undefined,
      settings: isEmpty(settings) ? undefined : settings,
    }),
    ...own,
    messages: withInstructions(fields, messages),
  }
}

/** What a model answered; undefined when that holds no message. */
export function readModelOutputs(
  outputs: Json,
  metadata: JsonObject = {},
): ModelOutputs | undefined {
  const own = ModelOutputs.safeParse(outputs).data
  if (own && isObject(outputs) && 'finishReason' in outputs) return own
  const fields = toObject(outputs)
  const [generation] = toList(fields['generations']).flat().map(toObject)
  const [choice] = toList(fields['choices']).map(toObject)
  const message =
    readMessage(generation?.['message']) ??
    readMessage(choice?.['message']) ??
    readMessage(fields['message']) ??
    readMessage(fields['output']) ??
    joinItems(readMessages(fields['output'])) ??
    readMessages(fields['messages'])?.at(-1) ??
    readMessage(fields) ??
    readText(generation?.['text'] ?? fields['output'] ?? fields['text'])
  if (!message) return undefined
  return { message, finishReason: findFinishReason(fields, metadata) ?? null }
}

/** Anthropic, the Responses API and Google have instructions beside the messages. */
function withInstructions(fields: JsonObject, messages: Message[]): Message[] {
  const instructions =
    fields['system'] ??
    fields['instructions'] ??
    fields['system_instruction'] ??
    fields['systemInstruction']
  if (messages[0]?.role === 'system' || isEmpty(instructions)) return messages
  const parts = isObject(instructions) ? instructions['parts'] : undefined
  const [system] =
    readMessages([
      { role: 'system', ...(parts ? { parts } : { content: instructions ?? null }) },
    ]) ?? []
  return system && !isEmpty(system.content) ? [system, ...messages] : messages
}

const readText = (value: Json | undefined): Message | undefined =>
  typeof value === 'string' ? { role: 'assistant', content: value } : undefined
