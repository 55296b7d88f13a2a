import {
  type Json,
  type JsonObject,
  type Message,
  ModelInputs,
  ModelOutputs,
} from '@lathe/contract'
import { firstText, isEmpty, isObject, listOf, objectOf, present } from '../fields.ts'
import { KEPT } from '../langsmith/run-part.ts'
import { messagesOfCall } from './call-messages.ts'
import { toContentPart } from './message-parts.ts'
import { readMessage, readMessages } from './read-message.ts'

/** What a model was asked, whoever recorded it; undefined when that holds no messages. */
export function readModelInputs(inputs: Json, metadata: JsonObject): ModelInputs | undefined {
  const given = objectOf(inputs)
  const own = ModelInputs.safeParse(inputs).data
  if (own) return { ...own, messages: instructed(given, own.messages.map(withReadParts)) }
  const said = messagesOfCall(inputs)
  if (!said) return undefined
  const messages = instructed(given, said)
  const { tools: offered, ...settings } = objectOf(objectOf(metadata[KEPT])['invocation_params'])
  const tools = listOf(given['tools'] ?? offered).filter((tool) => isObject(tool))
  return {
    messages,
    ...present({
      tools: tools.length > 0 ? tools : undefined,
      settings: Object.keys(settings).length > 0 ? settings : undefined,
    }),
  }
}

/** What a model answered; undefined when that holds no message. */
export function readModelOutputs(outputs: Json): ModelOutputs | undefined {
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
    readMessages(given['messages'])?.at(-1) ??
    readMessage(given) ??
    readText(generation?.['text'] ?? given['output'] ?? given['text'])
  if (!message) return undefined
  const info = objectOf(generation?.['generationInfo'] ?? generation?.['generation_info'])
  const finishReason = firstText(
    info['finish_reason'],
    info['stop_reason'],
    choice?.['finish_reason'],
    given['finish_reason'],
    given['stop_reason'],
  )
  return { message, finishReason: finishReason ?? null }
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

/** Its parts in the forms that are shown. */
const withReadParts = (message: Message): Message =>
  typeof message.content === 'string'
    ? message
    : { ...message, content: message.content.map(toContentPart) }

const readText = (value: Json | undefined): Message | undefined =>
  typeof value === 'string' ? { role: 'assistant', content: value } : undefined
