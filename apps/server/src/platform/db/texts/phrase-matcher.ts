import { foldText } from '@lathe/contract'
import { separateCharacters } from './separate-characters.ts'

/** What FTS5 takes for parts of words, once accents are gone. */
const PART = String.raw`[\p{L}\p{N}\p{Co}]`
const WORD = new RegExp(`${PART}+`, 'gu')
const BETWEEN = `${PART.replace('[', '[^')}+`

/** Of other scripts FTS5 knows not all accents, nor folds all cases as JavaScript does. */
const KNOWN = /^[\u0020-\u007e\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3]*$/

/** Longer ones are no words that somebody typed. */
const MOST_WORDS = 20

/** Whether a text says these words one after the other, the last of which may go on, as FTS5 has it; undefined where only that can tell. */
export function phraseMatcher(phrase: string): ((text: string) => boolean) | undefined {
  const words = KNOWN.test(phrase) ? (foldText(separateCharacters(phrase)).match(WORD) ?? []) : []
  const last = words.at(-1)
  if (last === undefined || words.length > MOST_WORDS) return undefined
  const stands = new RegExp(`(?<!${PART})${words.join(BETWEEN)}`, 'u')
  return (text) => {
    const plain = foldText(text)
    // Most texts are without, which is told at once.
    return plain.includes(last) && stands.test(plain)
  }
}
