import { foldText } from '@lathe/contract'
import { hasUnspacedScript, separateCharacters } from './separate-characters.ts'
import type { TextQuery } from './text-index.ts'
import { encodeVector } from './tsvector.ts'

/** All else parts words, as in FTS5. */
const WORD = /[\p{L}\p{M}\p{N}\p{Co}]+/gu
/** Longer phrases are led by their beginning: Postgres reads them one within another. */
const MOST_IN_PHRASE = 50
/** A tsvector holds no more than a megabyte: of most texts as many characters are far less. */
const PART = 200_000
/** Of signs that are words each, few stand in a text only once: of a word Postgres keeps so many places. */
const PART_OF_SIGNS = 10_000
const MOST_BYTES = 900_000
/** Postgres refuses words of more than 2,046 bytes: longer ones are found by their beginning. */
const MAX_WORD = 500

const wordsIn = (text: string): string[] => foldText(text).match(WORD) ?? []

const kept = (word: string) =>
  word.length > MAX_WORD ? word.slice(0, MAX_WORD).toWellFormed() : word

/** In as many vectors as it takes. */
export function toVectors(text: string, mostBytes = MOST_BYTES): Uint8Array[] {
  const size = hasUnspacedScript(text) ? PART_OF_SIGNS : PART
  if (text.length <= size) return halves(text, mostBytes)
  const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  )
  return parts.flatMap((part) => halves(part, mostBytes))
}

function halves(text: string, mostBytes: number): Uint8Array[] {
  const vector = toVector(text)
  if (text.length < 2 || vector.length <= mostBytes) return [vector]
  const middle = text.length >> 1
  return [text.slice(0, middle), text.slice(middle)].flatMap((half) => halves(half, mostBytes))
}

const toVector = (text: string): Uint8Array => {
  const words = wordsIn(text)
  const places = new Map<string, number[]>()
  for (let index = 0; index < words.length; index += 1) {
    const word = kept(words[index] ?? '')
    const known = places.get(word)
    if (known) known.push(index + 1)
    else places.set(word, [index + 1])
  }
  return encodeVector(places)
}

/** A tsquery, as text: the words in their order, or in any; the last of them may go on. */
export const formatPhrase = ({ text, isPrefix, isLoose = false }: TextQuery): string => {
  const words = wordsIn(separateCharacters(text))
  const first = words.slice(0, MOST_IN_PHRASE).map((word) => `'${kept(word)}'`)
  const mayGoOn = isPrefix && first.length > 0 && first.length === words.length
  return `${first.join(isLoose ? ' & ' : ' <-> ')}${mayGoOn ? ':*' : ''}`
}
