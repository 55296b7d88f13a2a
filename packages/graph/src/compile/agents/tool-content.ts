import { parseImageDataUrl, isImageDataUrl, type Json, isJsonObject } from '@lathe/contract'
import { resultText } from './messages.ts'

type Part =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'audio'; name: string; url: string }

/** Converts a tool's result to message content: pictures and audio are separate parts, described in the text. */
export function toolContent(result: Json): string | Part[] {
  const items = Array.isArray(result) ? result : [result]
  const parts = items.flatMap((item) => partOf(item) ?? [])
  const plainItems = items.map(withoutMedia)
  if (parts.length === 0)
    return resultText(Array.isArray(result) ? plainItems : (plainItems[0] ?? null))
  const text = plainItems.map(resultText).join('\n')
  return [{ type: 'text', text }, ...parts]
}

function partOf(item: Json): Part | undefined {
  if (!isJsonObject(item)) return undefined
  const { type, name, url } = item
  if (typeof url !== 'string') return undefined
  if (type === 'image' && isImageDataUrl(url)) return { type: 'image_url', image_url: { url } }
  const isSound = type === 'audio' && typeof name === 'string' && url.startsWith('data:audio/')
  return isSound ? { type, name, url } : undefined
}

function withoutMedia(item: Json): Json {
  if (!isJsonObject(item)) return item
  const { url, ...rest } = item
  if (partOf(item) !== undefined) return rest
  // No provider accepts a truncated picture, and its base64 text is useless to a model.
  const imageData = typeof url === 'string' ? parseImageDataUrl(url) : undefined
  return imageData?.isTruncated ? { ...rest, url: `a ${imageData.type} picture, cut` } : item
}
