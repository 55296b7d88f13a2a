import type { Json, JsonObject } from '@lathe/contract'
import { isEmpty, listOf, objectOf, textOf } from '../../fields.ts'
import { readMessage, readMessages } from '../../messages/read-message.ts'
import { parsed, unflatten } from '../attributes.ts'

/** What a model was asked. Of LangChain's messages their attributes hold a part only. */
export function openInferenceAsked(attributes: JsonObject): Json[] {
  if (isVercel(attributes)) return []
  const [asked] = listOf(objectOf(parsed(attributes['input.value']))['messages'])
  return readMessages(asked) ? listOf(asked) : messagesAt(attributes, 'llm.input_messages')
}

export function openInferenceAnswered(attributes: JsonObject): Json[] {
  if (isVercel(attributes)) return []
  const [generations] = listOf(objectOf(parsed(attributes['output.value']))['generations'])
  const message = objectOf(listOf(generations)[0])['message']
  return message !== undefined && readMessage(message)
    ? [message]
    : messagesAt(attributes, 'llm.output_messages')
}

/** What was made of the Vercel SDK's own attributes, which stand beside it, has lost pictures and gained empty calls. */
const isVercel = (attributes: JsonObject) => attributes['ai.operationId'] !== undefined

/** The messages below a prefix. The Responses API's thoughts come as messages of their own: they belong to what follows. */
function messagesAt(attributes: JsonObject, prefix: string): Json[] {
  const messages: JsonObject[] = []
  let thought: string | undefined
  for (const item of listOf(unflatten(attributes, prefix))) {
    const message = toMessage(item)
    const [only, ...more] = listOf(message['content']).map(objectOf)
    if (only?.['type'] === 'reasoning' && more.length === 0 && isEmpty(message['tool_calls']))
      thought = textOf(only['text'])
    else {
      messages.push(thought === undefined ? message : { ...message, reasoning: thought })
      thought = undefined
    }
  }
  if (thought !== undefined) messages.push({ role: 'assistant', content: '', reasoning: thought })
  return messages
}

/** `{ message: { role, contents, tool_calls } }` with one more level in each list. */
function toMessage(item: Json): JsonObject {
  const { contents, ...message } = objectOf(objectOf(item)['message'])
  const parts = listOf(contents).map((part) => {
    const content = objectOf(objectOf(part)['message_content'])
    const image = objectOf(objectOf(content['image'])['image'])['url']
    return image === undefined ? content : { type: 'image_url', image_url: { url: image } }
  })
  const calls = listOf(message['tool_calls']).map((call) => objectOf(call)['tool_call'] ?? call)
  return {
    ...message,
    ...(parts.length > 0 && { content: parts }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

/** What a search found, or put in another order. */
export function openInferenceDocuments(attributes: JsonObject): JsonObject | undefined {
  const found = ['retrieval.documents', 'reranker.output_documents']
    .map((prefix) => listOf(unflatten(attributes, prefix)))
    .find((documents) => documents.length > 0)
  return found && { documents: found.map((item) => readable(objectOf(objectOf(item)['document']))) }
}

export function openInferenceVectors(attributes: JsonObject): JsonObject | undefined {
  const vectors = listOf(unflatten(attributes, 'embedding.embeddings'))
    .map((item) => objectOf(objectOf(item)['embedding'])['vector'])
    .filter((vector) => vector !== undefined)
  return vectors.length > 0 ? { embeddings: vectors } : undefined
}

export const readable = (attributes: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [key, parsed(value) ?? value]),
  )
