/** Longer runs without a space are data, not words. */
const MAX_WORD = 500

/** Every word of these values, in their order; keys are not what somebody said. */
export function textOf(values: readonly unknown[]): string {
  const parts: string[] = []
  for (const value of values) collect(value, parts)
  return parts.join('\n')
}

function collect(value: unknown, into: string[]): void {
  if (typeof value === 'string') into.push(wordsOf(value))
  else if (typeof value === 'number') into.push(String(value))
  else if (Array.isArray(value)) for (const one of value) collect(one, into)
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) collect(one, into)
}

const wordsOf = (text: string): string => {
  const spaced = /^[[{]/.test(text) ? text.replaceAll(ESCAPE, ' ') : text
  return hasData(spaced) ? withoutData(spaced) : spaced
}

/** In JSON inside a string; its letter is none of the word behind it. */
const ESCAPE = /\\[nrt\\]/g

/** Looks at every 500th character, and around it only where there is no space: most text is prose. */
function hasData(text: string): boolean {
  let wordStart = 0
  let at = MAX_WORD
  while (at < text.length) {
    let space = at
    while (space >= wordStart && text.charCodeAt(space) > 32) space -= 1
    if (space < wordStart) return true
    wordStart = space + 1
    at = wordStart + MAX_WORD
  }
  return false
}

const withoutData = (text: string): string =>
  text.replaceAll(/\S{501,}/g, (word) => (/^[\w+/=:;,-]+$/.test(word) ? ' ' : word))
