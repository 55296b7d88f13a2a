import { foldText } from '@lathe/contract'
import { separateCharacters } from './separate-characters.ts'

/** Characters of words in FTS5, after accents are removed. */
const PART = String.raw`[\p{L}\p{N}\p{Co}]`
const WORD = new RegExp(`${PART}+`, 'gu')
const BETWEEN = `${PART.replace('[', '[^')}+`

/** For other scripts, FTS5 folds accents and case differently from JavaScript. */
const KNOWN = /^[\u0020-\u007e\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3]*$/

/** Longer phrases are left to FTS5. */
const MAX_WORDS = 20

/**
 * Returns a function that tests whether a text contains a phrase whose last word is a prefix, like
 * FTS5. Returns undefined for phrases that only FTS5 can match.
 */
export function phraseMatcher(phrase: string): ((text: string) => boolean) | undefined {
  const words = KNOWN.test(phrase) ? (foldText(separateCharacters(phrase)).match(WORD) ?? []) : []
  const last = words.at(-1)
  if (last === undefined || words.length > MAX_WORDS) return undefined
  const pattern = new RegExp(`(?<!${PART})${words.join(BETWEEN)}`, 'u')
  return (text) => {
    const plain = foldText(text)
    // A cheap test first: most texts do not contain the word.
    return plain.includes(last) && pattern.test(plain)
  }
}
