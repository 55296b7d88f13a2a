import { type GraphDocument, type Json, type JsonObject, Message } from '@lathe/contract'
import { fromWireMessages, toWireMessage } from './messages.ts'

/** Channels as clients see them: conversations in LangChain's own shape. */
export function toWireValues(document: GraphDocument, values: JsonObject): JsonObject {
  return mapMessages(document, values, toWireMessages)
}

/** What clients send as channels of the graph. */
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

/** A message is converted once however many states show it. */
const known = new WeakMap<object, JsonObject>()

function toWireMessages(value: Json): Json {
  return Array.isArray(value) ? value.map(messageOf) : messageOf(value)
}

function messageOf(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  const before = known.get(value)
  if (before) return before
  const parsed = Message.safeParse(value)
  if (!parsed.success) return value
  const message = toWireMessage(parsed.data)
  known.set(value, message)
  return message
}
