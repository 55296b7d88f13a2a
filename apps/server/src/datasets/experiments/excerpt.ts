import { parseImageDataUrl, type Json, type JsonObject, isJsonObject } from '@lathe/contract'

/** Characters of a text that a cell shows. */
const SHOWN = 600

/** Formats a value as text. */
export type Telling = (value: Json | undefined) => string

/** Formats a value, cut to the displayed length. */
export const excerpt: Telling = (value) => cut(whole(value))

/** Formats a value: text as is, anything else as JSON, a picture as a description. */
export function whole(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  const lone =
    isJsonObject(value) && Object.keys(value).length === 1 ? Object.values(value)[0] : value
  return typeof lone === 'string' ? wordsOf(lone) : JSON.stringify(value, inWords)
}

/** A description of a picture, whose data means nothing when cut. */
function wordsOf(text: string): string {
  const image = parseImageDataUrl(text)
  return image ? `${image.type} picture` : text
}

const inWords = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? wordsOf(value) : value

/** Formats inputs. Several inputs are labelled with their names. */
export function inputsTold(inputs: JsonObject, telling: Telling): string {
  const named = Object.entries(inputs)
  if (named.length === 1) return telling(inputs)
  return telling(named.map(([name, value]) => `${name}: ${telling(value)}`).join('\n'))
}

const cut = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)
