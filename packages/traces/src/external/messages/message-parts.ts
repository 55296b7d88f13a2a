import type { Json, JsonObject, Message, ToolCall } from '@lathe/contract'
import { firstText, isObject, listOf, objectOf, textOf } from '../fields.ts'

/** LangChain's `args`, or OpenAI's arguments as text. */
export function toToolCall(call: JsonObject): ToolCall {
  const inner = objectOf(call['function'])
  return {
    id: firstText(call['call_id'], call['id']) ?? '',
    name: firstText(call['name'], inner['name']) ?? '',
    args: argumentsOf(call['args'] ?? call['arguments'] ?? inner['arguments']),
  }
}

function argumentsOf(value: Json | undefined): JsonObject {
  if (isObject(value)) return value
  if (value === undefined || value === null || value === '') return {}
  if (typeof value !== 'string') return { arguments: value }
  try {
    const parsed: Json = JSON.parse(value) as Json
    return isObject(parsed) ? parsed : { arguments: parsed }
  } catch {
    return { arguments: value }
  }
}

type PicturePart = { type: 'image_url'; image_url: { url: string; detail?: Json } }

/**
 * A part of a message that is a picture, as chat completions write it; undefined of any other part.
 * Of a picture that only an id names nobody knows the address: it stays as it was sent.
 */
function readPicture(part: JsonObject): PicturePart | undefined {
  const url = addressOf(part)
  if (url === undefined) return undefined
  const detail = objectOf(part['image_url'])['detail'] ?? part['detail']
  return { type: 'image_url', image_url: { url, ...(detail !== undefined && { detail }) } }
}

function addressOf(part: JsonObject): string | undefined {
  const { type, source, image_url: url } = part
  // Chat completions and LangChain, and the Responses API.
  if (type === 'image_url' || type === 'input_image') return textOf(objectOf(url)['url'] ?? url)
  // Anthropic has a source; LangChain, MCP and the Vercel SDK the letters or the address in the part itself.
  if (type === 'image') return addressIn(isObject(source) ? source : part)
  // OpenTelemetry and Pydantic AI; a file may be a picture in the Vercel SDK and in LangChain for Google.
  if (type === 'image-url') return textOf(part['url'])
  if (isHolder(type)) return isOfPicture(part) ? addressIn(part) : undefined
  // Google, and Bedrock.
  const inline = objectOf(part['inlineData'] ?? part['inline_data'])
  if (isOfPicture(inline)) return addressIn(inline)
  const { format, source: held } = objectOf(part['image'])
  return isObject(held)
    ? addressIn({ ...held, mimeType: `image/${textOf(format) ?? '*'}` })
    : undefined
}

const HOLDERS = new Set<Json | undefined>(['blob', 'uri', 'binary', 'file', 'media'])

const isHolder = (type: Json | undefined) => HOLDERS.has(type)

const mediaTypeOf = (held: JsonObject) =>
  firstText(held['mimeType'], held['mime_type'], held['mediaType'], held['media_type'])

const isOfPicture = (held: JsonObject) =>
  held['modality'] === 'image' || isPictureType(mediaTypeOf(held))

const isPictureType = (type: string | undefined) => type?.startsWith('image/') === true

const PLACES = ['url', 'uri', 'image', 'data', 'base64', 'bytes', 'content']

/** An address as it stands there, or one made of the letters. */
function addressIn(held: JsonObject): string | undefined {
  const said = firstText(...PLACES.map((place) => held[place]))
  if (said === undefined || /^(data:|[a-z][a-z0-9+.-]*:\/\/)/i.test(said)) return said
  const told = mediaTypeOf(held)
  const type = isPictureType(told) && told !== 'image/*' ? told : typeByLetters(said)
  return type && `data:${type};base64,${said}`
}

/** How files of these kinds begin, in base64. */
const BEGINNINGS: Record<string, string> = {
  iVBORw0KGgo: 'image/png',
  '/9j/': 'image/jpeg',
  R0lGOD: 'image/gif',
  UklGR: 'image/webp',
}

const typeByLetters = (base64: string): string | undefined =>
  Object.entries(BEGINNINGS).find(([beginning]) => base64.startsWith(beginning))?.[1]

type ContentPart = Exclude<Message['content'], string>[number]

const TEXTS = new Set<Json | undefined>(['text', 'input_text', 'output_text'])

/** A text or a picture in whichever form; anything else as it was sent. */
export function toContentPart(part: Json): ContentPart {
  if (!isObject(part))
    return { type: 'text', text: typeof part === 'string' ? part : JSON.stringify(part) }
  const { type, text } = part
  if (TEXTS.has(type) && typeof text === 'string') return { ...part, type: 'text', text }
  if (typeof text === 'string' && Object.keys(part).length === 1) return { type: 'text', text }
  return readPicture(part) ?? { ...part, type: textOf(type) ?? 'json' }
}

/** The `parts` of a message in OpenTelemetry's form. */
export function readParts(value: Json | undefined) {
  const content: ContentPart[] = []
  const calls: ToolCall[] = []
  let answers: string | undefined
  let reasoning: string | undefined
  for (const part of listOf(value)) {
    if (!isObject(part)) continue
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
