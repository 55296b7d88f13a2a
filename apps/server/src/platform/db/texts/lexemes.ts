import { foldText } from '@lathe/contract'
import { hasUnspacedScript, separateCharacters } from './separate-characters.ts'
import type { TextQuery } from './text-index.ts'
import { encodeVector } from './tsvector.ts'

/** Every other character separates words, as in FTS5. */
const WORD = /[\p{L}\p{M}\p{N}\p{Co}]+/gu
/** Postgres nests phrases, so a longer phrase is cut to its first words. */
const MAX_PHRASE_WORDS = 50
/** Characters of one vector: a tsvector holds at most a megabyte, and most texts stay far below with this length. */
const PART = 200_000
/** Characters of a script without spaces are words: they occur often, and Postgres keeps 256 positions of a word. */
const UNSPACED_PART = 10_000
const MAX_BYTES = 900_000
/** Postgres rejects words of more than 2,046 bytes, so longer words are cut. */
const MAX_WORD = 500

const splitWords = (text: string): string[] => foldText(text).match(WORD) ?? []

const cutWord = (word: string) =>
  word.length > MAX_WORD ? word.slice(0, MAX_WORD).toWellFormed() : word

/** Splits a text into vectors of at most `maxBytes`. */
export function toVectors(text: string, maxBytes = MAX_BYTES): Uint8Array[] {
  const size = hasUnspacedScript(text) ? UNSPACED_PART : PART
  if (text.length <= size) return splitInHalves(text, maxBytes)
  const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  )
  return parts.flatMap((part) => splitInHalves(part, maxBytes))
}

function splitInHalves(text: string, maxBytes: number): Uint8Array[] {
  const vector = toVector(text)
  if (text.length < 2 || vector.length <= maxBytes) return [vector]
  const middle = text.length >> 1
  return [text.slice(0, middle), text.slice(middle)].flatMap((half) =>
    splitInHalves(half, maxBytes),
  )
}

const toVector = (text: string): Uint8Array => {
  const words = splitWords(text)
  const places = new Map<string, number[]>()
  for (let index = 0; index < words.length; index += 1) {
    const word = cutWord(words[index] ?? '')
    const existing = places.get(word)
    if (existing) existing.push(index + 1)
    else places.set(word, [index + 1])
  }
  return encodeVector(places)
}

/** Formats a tsquery: the words as a phrase, or in any order if the query is loose. */
export const formatPhrase = ({ text, isPrefix, isLoose = false }: TextQuery): string => {
  const words = splitWords(separateCharacters(text))
  const first = words.slice(0, MAX_PHRASE_WORDS).map((word) => `'${cutWord(word)}'`)
  const endsInPrefix = isPrefix && first.length > 0 && first.length === words.length
  return `${first.join(isLoose ? ' & ' : ' <-> ')}${endsInPrefix ? ':*' : ''}`
}
