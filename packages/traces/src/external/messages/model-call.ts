import {
  type Json,
  type JsonObject,
  type Message,
  ModelInputs,
  ModelOutputs,
} from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { firstText, isEmpty, toList, toObject, withoutUndefined } from '../fields.ts'
import { LANGSMITH_KEY } from '../langsmith/run-part.ts'
import { withPrefix, parseJsonText } from '../otlp/attributes.ts'
import { joinItems, findMessages, readMessage, readMessages } from './read-message.ts'

/** Fields that belong to the input, not to the settings. */
const INPUT_KEYS = new Set(['model', 'messages', 'input', 'tools', 'instructions'])

/**
 * Returns the settings of a model call by the provider's names, from LangSmith, OpenInference or
 * OpenTelemetry metadata.
 */
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

/** Returns the provider's finish reason. Undefined if there is none. */
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
  toObject(sources['incomplete_details'])['reason'],
]

/** LangChain's messages contain metadata of their response. */
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

/**
 * Returns whether a length limit or a content filter ended the answer. Undefined if neither did.
 */
export function findTruncation(reason: string | null): 'length' | 'filter' | undefined {
  const word = reason?.toLowerCase().replaceAll('-', '_') ?? ''
  if (LENGTH.test(word)) return 'length'
  return FILTER.test(word) ? 'filter' : undefined
}

/** Reads a model's inputs in any recorded format. Undefined if they contain no messages. */
export function readModelInputs(inputs: Json, metadata: JsonObject): ModelInputs | undefined {
  const fields = toObject(inputs)
  const parsedInputs = ModelInputs.safeParse(inputs).data
  const messages = findMessages(inputs)
  if (!messages) return undefined
  const { tools: offeredTools } = toObject(toObject(metadata[LANGSMITH_KEY])['invocation_params'])
  const tools = toList(fields['tools'] ?? offeredTools).filter((tool) => isJsonObject(tool))
  const settings = callSettings(metadata)
  return {
    ...withoutUndefined({
      tools: tools.length > 0 ? tools : undefined,
      settings: isEmpty(settings) ? undefined : settings,
    }),
    ...parsedInputs,
    messages: withInstructions(fields, messages),
  }
}

/** Reads a model's outputs in any recorded format. Undefined if they contain no message. */
export function readModelOutputs(
  outputs: Json,
  metadata: JsonObject = {},
): ModelOutputs | undefined {
  const parsedOutputs = ModelOutputs.safeParse(outputs).data
  if (parsedOutputs && isJsonObject(outputs) && 'finishReason' in outputs) return parsedOutputs
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

/** Anthropic, Google and the Responses API have instructions next to the messages. */
function withInstructions(fields: JsonObject, messages: Message[]): Message[] {
  const instructions =
    fields['system'] ??
    fields['instructions'] ??
    fields['system_instruction'] ??
    fields['systemInstruction']
  if (messages[0]?.role === 'system' || isEmpty(instructions)) return messages
  const parts = isJsonObject(instructions) ? instructions['parts'] : undefined
  const [system] =
    readMessages([
      { role: 'system', ...(parts ? { parts } : { content: instructions ?? null }) },
    ]) ?? []
  return system && !isEmpty(system.content) ? [system, ...messages] : messages
}

const readText = (value: Json | undefined): Message | undefined =>
  typeof value === 'string' ? { role: 'assistant', content: value } : undefined
