import type { ImageDetail, PromptMessage } from '@lathe/contract'

/** Templates for the image URLs of a message. Only user messages have some. */
export const messageImages = (message: PromptMessage): readonly string[] =>
  message.role === 'user' ? (message.images ?? []) : []

/** Detail level of all pictures; undefined if not set. */
export const imageDetail = (message: PromptMessage): ImageDetail | undefined =>
  message.role === 'user' ? message.detail : undefined

/** Sets the detail level of a user message's pictures. Returns other messages unchanged. */
export function withDetail(message: PromptMessage, detail: ImageDetail | undefined): PromptMessage {
  if (message.role !== 'user') return message
  const { detail: _, ...rest } = message
  return detail ? { ...rest, detail } : rest
}

/** Sets the pictures of a user message. Returns other messages unchanged. */
export function withImages(message: PromptMessage, images: readonly string[]): PromptMessage {
  if (message.role !== 'user') return message
  const { role, text, detail } = message
  if (images.length === 0) return { role, text }
  return { role, text, images: [...images], ...(detail && { detail }) }
}
