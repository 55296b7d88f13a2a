import {
  type Json,
  type JsonObject,
  type Message,
  ModelInputs,
  ModelOutputs,
} from '@lathe/contract'
import { isEmpty, isObject, listOf, objectOf, present } from '../fields.ts'
import { KEPT } from '../langsmith/run-part.ts'
import { messagesOfCall } from './call-messages.ts'
import { callSettings } from './call-settings.ts'
import { finishReasonOf } from './finish-reason.ts'
import { readMessage, readMessages } from './read-message.ts'
import { joinAnswer } from './response-items.ts'

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
