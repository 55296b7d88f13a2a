import type { ToolMessage } from '@langchain/core/messages'
import type { Json, JsonObject } from '@lathe/contract'
import { TOO_DEEP, tooDeep } from '@lathe/contract'
import { LatheError } from '../../errors/lathe-error.ts'
import { isPicture } from '../picture.ts'

const LONGEST_TEXT = 50_000

/**
 * What a server answered, for a model to read: its structured content where it has some, else its texts. Pictures
 * are kept as data URLs; of sounds and files in the answer stands what they are, not what they hold.
 */
export function readContent({ content, artifact }: ToolMessage): Json {
  const blocks = [...(typeof content === 'string' ? [content] : content), ...listOf(artifact)]
  const structured = blocks.find(isStructured)
  if (structured) return checked(structured['data'] ?? structured['structuredContent'] ?? null)
  const parts = blocks.flatMap(partOf)
  const texts = parts.filter((part) => typeof part === 'string')
  if (texts.length === parts.length) return shortened(texts.join('\n'))
  return parts.length === 1 ? (parts[0] ?? null) : parts
}

const listOf = (artifact: unknown): unknown[] => (Array.isArray(artifact) ? artifact : [])

const isStructured = (block: unknown): block is JsonObject =>
  isObject(block) && (block['type'] === 'mcp_structured_content' || 'structuredContent' in block)

function partOf(block: unknown): Json[] {
  if (typeof block === 'string') return [block]
  if (!isObject(block)) return []
  const { type, text, url, resource } = block
  if (type === 'mcp_meta') return []
  if (typeof text === 'string') return [shortened(text)]
  if (type === 'resource' && isObject(resource)) return partOf(resource)
  const data = dataOf(block)
  const media = mediaType(block)
  const shown = data !== undefined && isPicture(media) ? `data:${media};base64,${data}` : url
  return [
    {
      type: type === 'image_url' ? 'image' : (type ?? 'file'),
      ...(media !== undefined && { mediaType: media }),
      ...(typeof shown === 'string' && { url: shown }),
      ...(typeof block['uri'] === 'string' && { uri: block['uri'] }),
      ...(data !== undefined && { bytes: Math.floor((data.length * 3) / 4) }),
    },
  ]
}

function dataOf({ data, blob, image_url: image }: JsonObject): string | undefined {
  const inUrl = isObject(image) && typeof image['url'] === 'string' ? image['url'] : undefined
  const held = data ?? blob ?? inUrl?.split(',', 2)[1]
  return typeof held === 'string' ? held : undefined
}

function mediaType({ mime_type, mimeType, image_url: image }: JsonObject): Json | undefined {
  const inUrl = isObject(image) && typeof image['url'] === 'string' ? image['url'] : ''
  return mime_type ?? mimeType ?? /^data:([^;,]+)/.exec(inUrl)?.[1]
}

function checked(value: Json): Json {
  if (tooDeep(value)) throw new LatheError('TOOL_ERROR', `The answer cannot be used: ${TOO_DEEP}`)
  return value
}

const shortened = (text: string): Json =>
  text.length <= LONGEST_TEXT
    ? text
    : { text: text.slice(0, LONGEST_TEXT), truncated: true, length: text.length }

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
