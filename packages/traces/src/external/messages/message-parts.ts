import type { Json, JsonObject, Message, ToolCall } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { firstText, toList, toObject, nonEmptyText } from '../fields.ts'

/** Reads a tool call with LangChain's `args` or OpenAI's arguments as text. */
export function toToolCall(call: JsonObject): ToolCall {
  const inner = toObject(call['function'])
  return {
    id: firstText(call['call_id'], call['id']) ?? '',
    name: firstText(call['name'], inner['name']) ?? '',
    args: parseArguments(call['args'] ?? call['arguments'] ?? inner['arguments']),
  }
}

function parseArguments(value: Json | undefined): JsonObject {
  if (isJsonObject(value)) return value
  if (value === undefined || value === null || value === '') return {}
  if (typeof value !== 'string') return { arguments: value }
  try {
    const parsed: Json = JSON.parse(value) as Json
    return isJsonObject(parsed) ? parsed : { arguments: parsed }
  } catch {
    return { arguments: value }
  }
}

type PicturePart = { type: 'image_url'; image_url: { url: string; detail?: Json } }

/**
 * Converts a picture part to the format of chat completions. Undefined for other parts, and for
 * pictures that have only an id.
 */
function readPicture(part: JsonObject): PicturePart | undefined {
  const url = findPictureUrl(part)
  if (url === undefined) return undefined
  const detail = toObject(part['image_url'])['detail'] ?? part['detail']
  return { type: 'image_url', image_url: { url, ...(detail !== undefined && { detail }) } }
}

function findPictureUrl(part: JsonObject): string | undefined {
  const { type, source, image_url: url } = part
  // Chat completions, LangChain and the Responses API.
  if (type === 'image_url' || type === 'input_image')
    return nonEmptyText(toObject(url)['url'] ?? url)
  // Anthropic has a source. LangChain, MCP and the Vercel SDK have the data or the URL in the part
  // itself.
  if (type === 'image') return toPictureUrl(isJsonObject(source) ? source : part)
  // OpenTelemetry and Pydantic AI. In the Vercel SDK and LangChain for Google a file may be a
  // picture.
  if (type === 'image-url') return nonEmptyText(part['url'])
  if (isHolderType(type)) return isPictureHolder(part) ? toPictureUrl(part) : undefined
  // Google and Bedrock.
  const inline = toObject(part['inlineData'] ?? part['inline_data'])
  if (isPictureHolder(inline)) return toPictureUrl(inline)
  const { format, source: container } = toObject(part['image'])
  return isJsonObject(container)
    ? toPictureUrl({ ...container, mimeType: `image/${nonEmptyText(format) ?? '*'}` })
    : undefined
}

const MEDIA_PART_TYPES = new Set<Json | undefined>(['blob', 'uri', 'binary', 'file', 'media'])

const isHolderType = (type: Json | undefined) => MEDIA_PART_TYPES.has(type)

const findMediaType = (container: JsonObject) =>
  firstText(
    container['mimeType'],
    container['mime_type'],
    container['mediaType'],
    container['media_type'],
  )

const isPictureHolder = (container: JsonObject) =>
  container['modality'] === 'image' || isPictureType(findMediaType(container))

const isPictureType = (type: string | undefined) => type?.startsWith('image/') === true

const SOURCE_KEYS = ['url', 'uri', 'image', 'data', 'base64', 'bytes', 'content']

/** Returns a URL unchanged, and base64 data as a data URL. */
function toPictureUrl(container: JsonObject): string | undefined {
  const source = firstText(...SOURCE_KEYS.map((place) => container[place]))
  if (source === undefined || /^(data:|[a-z][a-z0-9+.-]*:\/\/)/i.test(source)) return source
  const mediaType = findMediaType(container)
  const type =
    isPictureType(mediaType) && mediaType !== 'image/*' ? mediaType : typeByPrefix(source)
  return type && `data:${type};base64,${source}`
}

/** Base64 prefixes of image files. */
const TYPE_PREFIXES: Record<string, string> = {
  iVBORw0KGgo: 'image/png',
  '/9j/': 'image/jpeg',
  R0lGOD: 'image/gif',
  UklGR: 'image/webp',
}

const typeByPrefix = (base64: string): string | undefined =>
  Object.entries(TYPE_PREFIXES).find(([beginning]) => base64.startsWith(beginning))?.[1]

type ContentPart = Exclude<Message['content'], string>[number]

const TEXTS = new Set<Json | undefined>(['text', 'input_text', 'output_text'])

/** Converts a text or picture part of any format. Keeps other parts as sent. */
export function toContentPart(part: Json): ContentPart {
  if (!isJsonObject(part))
    return { type: 'text', text: typeof part === 'string' ? part : JSON.stringify(part) }
  const { type, text } = part
  if (TEXTS.has(type) && typeof text === 'string') return { ...part, type: 'text', text }
  if (typeof text === 'string' && Object.keys(part).length === 1) return { type: 'text', text }
  return readPicture(part) ?? { ...part, type: nonEmptyText(type) ?? 'json' }
}

/** Reads the `parts` of a message in OpenTelemetry's format. */
export function readParts(value: Json | undefined) {
  const content: ContentPart[] = []
  const calls: ToolCall[] = []
  let answers: string | undefined
  let reasoning: string | undefined
  for (const part of toList(value)) {
    if (!isJsonObject(part)) continue
    const { type } = part
    if (type === 'tool_call') calls.push(toToolCall(part))
    else if (type === 'reasoning' || type === 'thinking')
      reasoning = firstText(part['content'], part['text'])
    else if (type === 'tool_call_response') {
      answers = firstText(part['call_id'], part['id'])
      const answer = part['response'] ?? part['result'] ?? part['content'] ?? null
      content.push({
        type: 'text',
        text: typeof answer === 'string' ? answer : JSON.stringify(answer),
      })
    } else if (type === 'text' || (type === undefined && !readPicture(part)))
      content.push({ type: 'text', text: firstText(part['content'], part['text']) ?? '' })
    else content.push(toContentPart(part))
  }
  const texts = content.map((part) => ('text' in part && part.type === 'text' ? part.text : null))
  const isText = texts.every((text) => typeof text === 'string')
  return { content: isText ? texts.join('\n') : content, calls, answers, reasoning }
}
