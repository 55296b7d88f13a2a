import type { PromptMessage } from '@lathe/contract'

/** Templates of the addresses of a message's pictures; only a user's has some. */
export const imagesOf = (message: PromptMessage): readonly string[] =>
  message.role === 'user' ? (message.images ?? []) : []

/** A user's message with these pictures, and any other as it is. */
export function withImages(message: PromptMessage, images: readonly string[]): PromptMessage {
  if (message.role !== 'user') return message
  const { role, text } = message
  return images.length === 0 ? { role, text } : { role, text, images: [...images] }
}
