import { diffLines, diffWordsWithSpace } from 'diff'

export type TextPart = { text: string; change: 'same' | 'added' | 'removed' }

/** Above these limits, texts are compared by lines, then as a whole. */
const MAX_WORDS = 1_000
const MAX_LINES = 500

/** Returns the removed, added and unchanged parts between two texts. */
export function wordDiff(before: string, after: string): TextPart[] {
  const parts =
    diffWordsWithSpace(before, after, { maxEditLength: MAX_WORDS }) ??
    diffLines(before, after, { maxEditLength: MAX_LINES })
  if (!parts) return wholeDiff(before, after)
  return inPhrases(
    parts.map(({ value, added, removed }) => ({
      text: value,
      change: added ? 'added' : removed ? 'removed' : 'same',
    })),
  )
}

const PUNCTUATION_GAP = /^[^\p{L}\p{N}\n]+$/u

/** Merges adjacent changed words into one removed and one added phrase, which is easier to read. */
function inPhrases(parts: readonly TextPart[]): TextPart[] {
  const merged: TextPart[] = []
  let [before, after] = ['', '']
  const flush = () => {
    if (before) merged.push({ text: before, change: 'removed' })
    if (after) merged.push({ text: after, change: 'added' })
    ;[before, after] = ['', '']
  }
  for (const [index, { text, change }] of parts.entries()) {
    const isWithin = before + after !== '' && index < parts.length - 1 && PUNCTUATION_GAP.test(text)
    if (change === 'same' && !isWithin) {
      flush()
      merged.push({ text, change })
      continue
    }
    if (change !== 'added') before += text
    if (change !== 'removed') after += text
  }
  flush()
  return merged
}

const wholeDiff = (before: string, after: string): TextPart[] => [
  { text: before, change: 'removed' },
  { text: after, change: 'added' },
]
