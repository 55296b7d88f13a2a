import {
  type GraphDocument,
  type Json,
  type JsonObject,
  Message,
  isJsonObject,
} from '@lathe/contract'
import { fromWireMessages, REMOVE_ALL, toWireMessage } from './messages.ts'

/** Converts channels to client format, with conversations as LangChain messages. */
export function toWireValues(document: GraphDocument, values: JsonObject): JsonObject {
  return mapMessages(document, values, toWireMessages)
}

/** Adds messages to conversations. A message with an existing id replaces the older one. */
export function addWireMessages(values: JsonObject, writes: JsonObject): JsonObject {
  const mergedChannels = Object.entries(writes).map(([name, messages]) => [
    name,
    mergeMessages(toList(values[name]), toList(messages)),
  ])
  return { ...values, ...Object.fromEntries(mergedChannels) }
}

function mergeMessages(before: readonly Json[], messages: readonly Json[]): Json[] {
  const from = messages.findLastIndex((message) => messageId(message) === REMOVE_ALL)
  const keptMessages = from < 0 ? before : []
  const messagesById = new Map<Json, Json>()
  for (const message of [...keptMessages, ...messages.slice(from + 1)]) {
    messagesById.set(messageId(message) ?? message, message)
  }
  return [...messagesById.values()]
}

const messageId = (message: Json): Json | undefined =>
  isJsonObject(message) ? message['id'] : undefined

const toList = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** Converts client input to channels of the graph. */
export function fromWireValues(document: GraphDocument, values: JsonObject): JsonObject {
  return mapMessages(document, values, fromWireMessages)
}

function mapMessages(
  { state }: GraphDocument,
  values: JsonObject,
  convert: (value: Json) => Json,
): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isConversation = Object.hasOwn(state, name) && state[name]?.type === 'messages'
      return [name, isConversation ? convert(value) : value]
    }),
  )
}

/** Caches conversions, because successive states repeat the same messages. */
const converted = new WeakMap<object, JsonObject>()

function toWireMessages(value: Json): Json {
  return Array.isArray(value) ? value.map(convertMessage) : convertMessage(value)
}

function convertMessage(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  const before = converted.get(value)
  if (before) return before
  const parsed = Message.safeParse(value)
  if (!parsed.success) return value
  const message = toWireMessage(parsed.data)
  converted.set(value, message)
  return message
}
