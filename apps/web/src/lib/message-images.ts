import type { PictureDetail, PromptMessage } from '@lathe/contract'

/** Templates of the addresses of a message's pictures; only a user's has some. */
export const imagesOf = (message: PromptMessage): readonly string[] =>
  message.role === 'user' ? (message.images ?? []) : []

/** How closely all of them are looked at; undefined where nothing is told. */
export const detailOf = (message: PromptMessage): PictureDetail | undefined =>
  message.role === 'user' ? message.detail : undefined

/** A user's message whose pictures are looked at like that, and any other as it is. */
export function withDetail(
  message: PromptMessage,
  detail: PictureDetail | undefined,
): PromptMessage {
  if (message.role !== 'user') return message
  const { detail: _, ...rest } = message
  return detail ? { ...rest, detail } : rest
}

/** A user's message with these pictures, and any other as it is. */
export function withImages(message: PromptMessage, images: readonly string[]): PromptMessage {
  if (message.role !== 'user') return message
  const { role, text, detail } = message
  if (images.length === 0) return { role, text }
  return { role, text, images: [...images], ...(detail && { detail }) }
}
