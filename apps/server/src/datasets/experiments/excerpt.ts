import { heldPicture, type Json, type JsonObject } from '@lathe/contract'
import { isObject } from '@lathe/traces'

/** Letters of a text that a cell shows. */
const SHOWN = 600

/** Of a value what is told. */
export type Telling = (value: Json | undefined) => string

/** No more of it than is shown. */
export const excerpt: Telling = (value) => cut(whole(value))

/** A lone text as it is, anything else as JSON; of a picture only that it is one. */
export function whole(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  const lone = isObject(value) && Object.keys(value).length === 1 ? Object.values(value)[0] : value
  return typeof lone === 'string' ? wordsOf(lone) : JSON.stringify(value, inWords)
}

/** Letters of a picture say nothing, and cut they are none any more. */
function wordsOf(text: string): string {
  const held = heldPicture(text)
  return held ? `${held.type} picture` : text
}

const inWords = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? wordsOf(value) : value

/** Of several inputs each with its name. */
export function inputsTold(inputs: JsonObject, telling: Telling): string {
  const named = Object.entries(inputs)
  if (named.length === 1) return telling(inputs)
  return telling(named.map(([name, value]) => `${name}: ${telling(value)}`).join('\n'))
}

const cut = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)
