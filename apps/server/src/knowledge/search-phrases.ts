const MOST = 64

const RUN = /[\p{L}\p{M}\p{N}]+/gu
/** Written without spaces, in words of two characters mostly. */
const CHARACTERS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u30fc々]+/u
/** Written without spaces, in words of several letters that only a dictionary separates. */
const LETTERS = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Mymr}\p{sc=Khmr}]+/u
const SCRIPTS = new RegExp(`${CHARACTERS.source}|${LETTERS.source}`, 'gu')

/**
 * Phrases to search for, each once: words, pairs of adjacent Chinese or Japanese characters, and Thai, Lao, Myanmar or Khmer
 * words by dictionary. Long queries keep their longest phrases.
 */
export function searchPhrases(query: string): string[] {
  const runs = query.toLowerCase().normalize('NFKC').match(RUN) ?? []
  const once = [...new Set(runs.flatMap((run) => splitRun(run)))]
  if (once.length <= MOST) return once
  return once.toSorted((a, b) => b.length - a.length).slice(0, MOST)
}

function splitRun(run: string): string[] {
  const phrases: string[] = []
  let at = 0
  for (const { 0: part, index } of run.matchAll(SCRIPTS)) {
    if (index > at) phrases.push(run.slice(at, index))
    phrases.push(...(CHARACTERS.test(part) ? pairs(part) : wordsByDictionary(part)))
    at = index + part.length
  }
  if (at < run.length) phrases.push(run.slice(at))
  return phrases
}

function pairs(text: string): string[] {
  const characters = Array.from(text)
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

const segmenter = new Intl.Segmenter('th', { granularity: 'word' })

const wordsByDictionary = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)
