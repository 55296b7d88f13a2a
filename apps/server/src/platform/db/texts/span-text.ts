import { separateCharacters } from './separate-characters.ts'

/** Longer runs without a space are data, not words. */
const MAX_WORD = 500

/** Separates the strings of a span. It is never part of a word. */
export const PIECE = '\u001f'

/** Every word of these values, in their order; keys are not what somebody said. */
export function textOf(values: readonly unknown[]): string {
  const parts: string[] = []
  for (const value of values) collect(value, parts)
  return parts.join(PIECE)
}

function collect(value: unknown, into: string[]): void {
  if (typeof value === 'string') into.push(wordsOf(value))
  else if (typeof value === 'number') into.push(String(value))
  else if (Array.isArray(value)) for (const one of value) collect(one, into)
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) collect(one, into)
}

const wordsOf = (text: string): string =>
  separateCharacters(withoutData(/^[[{]/.test(text) ? text.replaceAll(ESCAPE, ' ') : text))

/** In JSON inside a string; its letter is none of the word behind it. */
const ESCAPE = /\\[nrt\\]/g

const OF_PROSE = /[^\w+/=:;,-]/

/**
 * Looks at every 500th character, and around it only where there is no space: most text is prose. An expression that repeats
 * would remember each character of a picture, and some have more of them than it can.
 */
function withoutData(text: string): string {
  const kept: string[] = []
  let keptTo = 0
  let start = 0
  while (start + MAX_WORD < text.length) {
    let space = start + MAX_WORD
    while (space >= start && isInWord(text, space)) space -= 1
    if (space < start) {
      space = start + MAX_WORD
      while (space < text.length && isInWord(text, space)) space += 1
      if (!OF_PROSE.test(text.slice(start, space))) {
        kept.push(text.slice(keptTo, start))
        keptTo = space
      }
    }
    start = space + 1
  }
  return kept.length === 0 ? text : [...kept, text.slice(keptTo)].join(' ')
}

const isInWord = (text: string, at: number) => text.charCodeAt(at) > 32
