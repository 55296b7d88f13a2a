import type { Json, JsonObject } from '@lathe/contract'
import { resultText } from './messages.ts'

type Part = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } }

const PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,/

/** A tool's result as a message says it: pictures as parts of their own, and in the text what they are. */
export function toolContent(result: Json): string | Part[] {
  const items = Array.isArray(result) ? result : [result]
  const urls = items.flatMap((item) => pictureIn(item) ?? [])
  if (urls.length === 0) return resultText(result)
  const text = items.map((item) => resultText(withoutPicture(item))).join('\n')
  const pictures = urls.map((url): Part => ({ type: 'image_url', image_url: { url } }))
  return [{ type: 'text', text }, ...pictures]
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function pictureIn(item: Json): string | undefined {
  if (!isObject(item) || item['type'] !== 'image') return undefined
  const { url } = item
  return typeof url === 'string' && PICTURE.test(url) ? url : undefined
}

function withoutPicture(item: Json): Json {
  if (!isObject(item) || pictureIn(item) === undefined) return item
  const { url: _, ...rest } = item
  return rest
}
