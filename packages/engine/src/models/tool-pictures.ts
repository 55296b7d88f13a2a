import type { OpenAIClient } from '@langchain/openai'
import { LatheError } from '../errors/lathe-error.ts'

type Message = OpenAIClient.Chat.ChatCompletionMessageParam
type Part = OpenAIClient.Chat.ChatCompletionContentPart

/**
 * Moves pictures of tool results into a user message after all results of a turn, because the API
 * accepts none in tool messages. Returns the same list without pictures.
 */
export function moveToolPictures(messages: Message[]): Message[] {
  return movePictures(messages, (pictures) => [
    { role: 'user', content: [{ type: 'text', text: 'Pictures returned by tools:' }, ...pictures] },
  ])
}

/** Removes the pictures of tool results, for models that accept none. */
export const withoutToolPictures = (messages: Message[]): Message[] =>
  movePictures(messages, () => [])

function movePictures(messages: Message[], toMessages: (pictures: Part[]) => Message[]): Message[] {
  if (!messages.some((message) => toolParts(message).length > 0)) return messages
  const result: Message[] = []
  let pendingPictures: Part[] = []
  const flushPictures = () => {
    if (pendingPictures.length > 0) result.push(...toMessages(pendingPictures))
    pendingPictures = []
  }
  for (const message of messages) {
    if (message.role !== 'tool') flushPictures()
    pendingPictures.push(...picturesIn(message))
    result.push(message.role === 'tool' ? asText(message) : message)
  }
  flushPictures()
  return result
}

/** Tool messages may contain any part here, whatever their type states. */
const toolParts = (message: Message): Part[] =>
  message.role === 'tool' && Array.isArray(message.content) ? message.content : []

const picturesIn = (message: Message): Part[] =>
  toolParts(message).filter(({ type }) => type === 'image_url')

function asText(message: Extract<Message, { role: 'tool' }>): Message {
  const parts = toolParts(message)
  if (parts.length === 0) return message
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return { ...message, content: texts.join('\n') }
}

const REFUSALS = new Set(['BAD_REQUEST', 'UNPROCESSABLE', 'NOT_FOUND', 'PROVIDER_ERROR'])

/** Whether an error means that the provider accepts no pictures. */
export const refusesPictures = (error: unknown): boolean =>
  error instanceof LatheError &&
  REFUSALS.has(error.code) &&
  /image|picture|vision|multi-?modal|mmproj/i.test(
    `${error.message} ${error.providerMessage ?? ''}`,
  )
