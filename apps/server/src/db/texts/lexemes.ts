import type { TextQuery } from './text-index.ts'

/** All else parts words, as in FTS5. */
const WORD = /[\p{L}\p{M}\p{N}\p{Co}]+/gu
const BEYOND_ASCII = /[\u0080-\uffff]/
const ACCENT = /[\u0300-\u036f]/g
/** Postgres refuses words of more than 2,046 bytes: longer ones are found by their beginning. */
const MAX_WORD = 500

/** Whatever its case and accents. */
function wordsIn(text: string): string[] {
  const lower = text.toLowerCase()
  const plain = BEYOND_ASCII.test(lower) ? lower.normalize('NFD').replaceAll(ACCENT, '') : lower
  return plain.match(WORD) ?? []
}

const quoted = (word: string) =>
  `'${word.length > MAX_WORD ? word.slice(0, MAX_WORD).toWellFormed() : word}'`

/** A tsvector, as text: Postgres takes ten times as long to tell words apart as to read which they are. */
export function toVector(text: string): string {
  const places = new Map<string, string>()
  for (const [index, word] of wordsIn(text).entries()) {
    const known = places.get(word)
    places.set(word, `${known === undefined ? `${quoted(word)}:` : `${known},`}${index + 1}`)
  }
  return [...places.values()].join(' ')
}

/** A tsquery, as text: the words in their order; the last of them may go on. */
export const toPhrase = ({ text, isPrefix }: TextQuery): string => {
  const words = wordsIn(text).map(quoted)
  return words.length === 0 ? '' : `${words.join(' <-> ')}${isPrefix ? ':*' : ''}`
}
