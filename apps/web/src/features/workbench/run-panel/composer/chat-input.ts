import type { GraphDocument, Json } from '@lathe/contract'
import { type ComposerImage, imagesIn } from './images.ts'

/** The parts of a graph that determine its input form. */
export type InputChannels = Pick<GraphDocument, 'state' | 'input'>

/** Returns the input channel for messages, if there is one. */
export const chatChannel = ({ input, state }: InputChannels): string | undefined =>
  input.find((name) => state[name]?.type === 'messages')

/** Creates a user message. Pictures become content parts in OpenAI's format. */
export function userMessage(
  text: string,
  images: readonly Pick<ComposerImage, 'url'>[] = [],
): Json {
  if (images.length === 0) return [{ role: 'user', content: text }]
  const textParts = text === '' ? [] : [{ type: 'text', text }]
  const pictures = images.map(({ url }) => ({ type: 'image_url', image_url: { url } }))
  return [{ role: 'user', content: [...textParts, ...pictures] }]
}

/** Returns the text of a list of messages, or undefined for other values. */
export function userMessageText(value: Json | undefined): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const texts = value.map((item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) && 'role' in item
      ? contentText(item['content'])
      : undefined,
  )
  return texts.every((text) => typeof text === 'string') ? texts.join('\n\n') : undefined
}

/** Joins the text parts. */
function contentText(content: Json | undefined): Json | undefined {
  if (!Array.isArray(content)) return content
  const texts = content.map((part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? part['text'] : undefined,
  )
  return texts.filter((text) => typeof text === 'string').join('\n\n')
}

/** An example conversation is a list of messages or plain text. */
export const exampleText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : (userMessageText(value) ?? '')

/** Replaces the text of a turn's input, if given, and keeps its pictures. */
export function resentInput(input: Json, text: string | undefined): Record<string, Json> {
  const fields = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {}
  if (text === undefined) return fields
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      userMessageText(value) === undefined ? value : userMessage(text, messagePictures(value)),
    ]),
  )
}

const messagePictures = (value: Json) => imagesIn(value).map((url) => ({ url }))
