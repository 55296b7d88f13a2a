import { splitTokens } from '../tokens.ts'

const PARAGRAPH =
  'A graph of small steps is easier to trust than one long prompt. Each step reads the state, does one thing and writes down what it found. When a step goes wrong, the trace shows which one, with the words that went in and the words that came out. Change that one, play the rest from the tape, and see whether the answer is better. '

const PIECES = splitTokens(PARAGRAPH)

const LONGEST = 200_000

/** Readable text of exactly so many tokens, up to 200,000. */
export function filler(wanted: number): string {
  const tokens = Math.min(wanted, LONGEST)
  const rounds = Math.floor(tokens / PIECES.length)
  return PARAGRAPH.repeat(rounds) + PIECES.slice(0, tokens % PIECES.length).join('')
}
