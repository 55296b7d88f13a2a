import type { Json, JsonObject } from '@lathe/contract'
import { isEmpty, toList, toObject, nonEmptyText } from '../../fields.ts'
import { readMessage, readMessages } from '../../messages/read-message.ts'
import { parseJsonText, unflatten } from '../attributes.ts'

/** Returns a model's input messages. For LangChain, the attributes contain only a part of them. */
export function openInferenceInputs(attributes: JsonObject): Json[] {
  if (isVercel(attributes)) return []
  const [firstMessages] = toList(toObject(parseJsonText(attributes['input.value']))['messages'])
  return readMessages(firstMessages)
    ? toList(firstMessages)
    : messagesAt(attributes, 'llm.input_messages')
}

/** Returns a model's output messages. */
export function openInferenceOutputs(attributes: JsonObject): Json[] {
  if (isVercel(attributes)) return []
  const [generations] = toList(toObject(parseJsonText(attributes['output.value']))['generations'])
  const message = toObject(toList(generations)[0])['message']
  return message !== undefined && readMessage(message)
    ? [message]
    : messagesAt(attributes, 'llm.output_messages')
}

/**
 * OpenInference's conversion of the Vercel SDK's attributes loses pictures and adds empty calls.
 */
const isVercel = (attributes: JsonObject) => attributes['ai.operationId'] !== undefined

/**
 * Returns the messages below a prefix. Reasoning items of the Responses API are merged into the
 * following message.
 */
function messagesAt(attributes: JsonObject, prefix: string): Json[] {
  const messages: JsonObject[] = []
  let thought: string | undefined
  for (const item of toList(unflatten(attributes, prefix))) {
    const message = toMessage(item)
    const [firstPart, ...otherParts] = toList(message['content']).map(toObject)
    if (
      firstPart?.['type'] === 'reasoning' &&
      otherParts.length === 0 &&
      isEmpty(message['tool_calls'])
    )
      thought = nonEmptyText(firstPart['text'])
    else {
      messages.push(thought === undefined ? message : { ...message, reasoning: thought })
      thought = undefined
    }
  }
  if (thought !== undefined) messages.push({ role: 'assistant', content: '', reasoning: thought })
  return messages
}

/** Converts `{ message: { role, contents, tool_calls } }`, whose lists have one more level. */
function toMessage(item: Json): JsonObject {
  const { contents, ...message } = toObject(toObject(item)['message'])
  const parts = toList(contents).map((part) => {
    const content = toObject(toObject(part)['message_content'])
    const image = toObject(toObject(content['image'])['image'])['url']
    return image === undefined ? content : { type: 'image_url', image_url: { url: image } }
  })
  const calls = toList(message['tool_calls']).map((call) => toObject(call)['tool_call'] ?? call)
  return {
    ...message,
    ...(parts.length > 0 && { content: parts }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

/** Returns retrieved or reranked documents. Undefined if there are none. */
export function openInferenceDocuments(attributes: JsonObject): JsonObject | undefined {
  const found = ['retrieval.documents', 'reranker.output_documents']
    .map((prefix) => toList(unflatten(attributes, prefix)))
    .find((documents) => documents.length > 0)
  return found && { documents: found.map((item) => readable(toObject(toObject(item)['document']))) }
}

/** Returns embedding vectors. Undefined if there are none. */
export function openInferenceVectors(attributes: JsonObject): JsonObject | undefined {
  const vectors = toList(unflatten(attributes, 'embedding.embeddings'))
    .map((item) => toObject(toObject(item)['embedding'])['vector'])
    .filter((vector) => vector !== undefined)
  return vectors.length > 0 ? { embeddings: vectors } : undefined
}

/** Parses JSON text in each attribute. */
export const readable = (attributes: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [key, parseJsonText(value) ?? value]),
  )
