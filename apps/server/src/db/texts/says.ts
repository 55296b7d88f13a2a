import { plainOf, wordsIn } from './lexemes.ts'
import { signsApart } from './signs-apart.ts'

const IN_WORD = String.raw`[\p{L}\p{M}\p{N}\p{Co}]`
const BETWEEN = String.raw`[^\p{L}\p{M}\p{N}\p{Co}]+`

/** Longer ones are no words that somebody typed. */
const MOST_WORDS = 20

/** Whether a text says these words one after the other, the last of which may go on, as the index has it; undefined where they are none, or very many. */
export function says(phrase: string): ((text: string) => boolean) | undefined {
  const words = wordsIn(signsApart(phrase))
  const last = words.at(-1)
  if (last === undefined || words.length > MOST_WORDS) return undefined
  const stands = new RegExp(`(?<!${IN_WORD})${words.join(BETWEEN)}`, 'u')
  return (text) => {
    const plain = plainOf(text)
    // Most texts are without, which is told at once.
    return plain.includes(last) && stands.test(plain)
  }
}
