import {
  type GraphDocument,
  parseImageDataUrl,
  type Json,
  type JsonObject,
  redactTokens,
} from '@lathe/contract'

const MAX_TITLE_LENGTH = 80
/** Longer than any secret, so that none is cut in half, and much shorter than a document may be. */
const MAX_TEXT_READ = 16 * 1024
const PICTURE = 'Picture'

/**
 * Returns the first words of the input, in the order of the graph's input channels, or `Picture`
 * for images only.
 */
export function runTitle(document: GraphDocument, input: JsonObject): string {
  const values = document.input.map((channel) => findText(input[channel]))
  const texts = values.filter((value) => value !== '')
  const text = texts.find((value) => value !== PICTURE) ?? texts[0] ?? ''
  const start = text.trimStart()
  const first = readable(start.slice(0, MAX_TEXT_READ))
  const isEnough = first.length > MAX_TITLE_LENGTH || start.length <= MAX_TEXT_READ
  const line = isEnough ? first : readable(start)
  return line.length <= MAX_TITLE_LENGTH
    ? line
    : `${line.slice(0, MAX_TITLE_LENGTH - 1).trimEnd()}…`
}

/** Secrets go first: shortened or on one line, they would no longer be recognized. */
const readable = (text: string): string => redactTokens(text).replaceAll(/\s+/g, ' ').trim()

/** Matches a data URL of any image type, complete or cut. */
const isHeld = (text: string): boolean =>
  parseImageDataUrl(text) !== undefined || /^data:image\/\S+$/.test(text)

/** A conversation's last message, because the run answers that one. */
function findText(value: Json | undefined): string {
  if (typeof value === 'string') return isHeld(value) ? PICTURE : value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return describeParts(value) ?? findText(value.at(-1))
  if (typeof value !== 'object' || value === null) return ''
  return findText(value['content'] ?? value['text'] ?? Object.values(value)[0])
}

/** The text of a multi-part message, ignoring pictures. */
function describeParts(parts: readonly Json[]): string | undefined {
  const texts = parts.filter((part) => partType(part) === 'text').map(findText)
  if (texts.length > 0) return texts.join(' ')
  return parts.some((part) => partType(part) === 'image_url') ? PICTURE : undefined
}

const partType = (part: Json): Json | undefined =>
  typeof part === 'object' && part !== null && !Array.isArray(part) ? part['type'] : undefined
