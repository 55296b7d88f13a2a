import type { Json, JsonObject } from '@lathe/contract'
import { resultText } from './messages.ts'

type Part =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'audio'; name: string; url: string }

const PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,/

/**
 * A tool's result as a message says it: pictures and audio as parts of their own, and in the text what they are.
 * No model is sent the audio: other tools find it by its name.
 */
export function toolContent(result: Json): string | Part[] {
  const items = Array.isArray(result) ? result : [result]
  const parts = items.flatMap((item) => partOf(item) ?? [])
  if (parts.length === 0) return resultText(result)
  const text = items.map((item) => resultText(withoutMedia(item))).join('\n')
  return [{ type: 'text', text }, ...parts]
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function partOf(item: Json): Part | undefined {
  if (!isObject(item)) return undefined
  const { type, name, url } = item
  if (typeof url !== 'string') return undefined
  if (type === 'image' && PICTURE.test(url)) return { type: 'image_url', image_url: { url } }
  const isSound = type === 'audio' && typeof name === 'string' && url.startsWith('data:audio/')
  return isSound ? { type, name, url } : undefined
}

function withoutMedia(item: Json): Json {
  if (!isObject(item) || partOf(item) === undefined) return item
  const { url: _, ...rest } = item
  return rest
}
