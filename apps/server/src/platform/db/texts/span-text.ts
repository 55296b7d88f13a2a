import { separateCharacters } from './separate-characters.ts'

/** Longer runs without a space are data, not words. */
const MAX_WORD = 500

/** Separates the strings of a span. It is never part of a word. */
export const PIECE = '\u001f'

/** Returns the text of all strings and numbers in the values, in order, without the keys of objects. */
export function textOf(values: readonly unknown[]): string {
  const parts: string[] = []
  for (const value of values) collect(value, parts)
  return parts.join(PIECE)
}

function collect(value: unknown, parts: string[]): void {
  if (typeof value === 'string') parts.push(cleanText(value))
  else if (typeof value === 'number') parts.push(String(value))
  else if (Array.isArray(value)) for (const item of value) collect(item, parts)
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) collect(item, parts)
}

const cleanText = (text: string): string =>
  separateCharacters(withoutData(/^[[{]/.test(text) ? text.replaceAll(ESCAPE, ' ') : text))

/** An escape of JSON inside a string: its letter is not part of the next word. */
const ESCAPE = /\\[nrt\\]/g

const OF_PROSE = /[^\w+/=:;,-]/

/**
 * Removes base64 and other data. It checks every 500th character, and its surroundings only if there is no space. A regular
 * expression would exceed its stack on large pictures.
 */
function withoutData(text: string): string {
  const parts: string[] = []
  let end = 0
  let start = 0
  while (start + MAX_WORD < text.length) {
    let space = start + MAX_WORD
    while (space >= start && isInWord(text, space)) space -= 1
    if (space < start) {
      space = start + MAX_WORD
      while (space < text.length && isInWord(text, space)) space += 1
      if (!OF_PROSE.test(text.slice(start, space))) {
        parts.push(text.slice(end, start))
        end = space
      }
    }
    start = space + 1
  }
  return parts.length === 0 ? text : [...parts, text.slice(end)].join(' ')
}

const isInWord = (text: string, at: number) => text.charCodeAt(at) > 32
