import { diffLines, diffWordsWithSpace } from 'diff'

export type TextPart = { text: string; change: 'same' | 'added' | 'removed' }

/** Beyond these texts are compared by lines, and beyond these again as a whole. */
const MOST_WORDS = 1_000
const MOST_LINES = 500

/** What to strike out of `before` and what to write in so that it reads as `after`. */
export function wordDiff(before: string, after: string): TextPart[] {
  const parts =
    diffWordsWithSpace(before, after, { maxEditLength: MOST_WORDS }) ??
    diffLines(before, after, { maxEditLength: MOST_LINES })
  if (!parts) return wholeDiff(before, after)
  return inPhrases(
    parts.map(({ value, added, removed }) => ({
      text: value,
      change: added ? 'added' : removed ? 'removed' : 'same',
    })),
  )
}

/** Neither a letter nor a digit, nor the end of a line. */
const GAP = /^[^\p{L}\p{N}\n]+$/u

/** Words that changed side by side are one phrase before and one after: word for word nobody could read either. */
function inPhrases(parts: readonly TextPart[]): TextPart[] {
  const merged: TextPart[] = []
  let [before, after] = ['', '']
  const close = () => {
    if (before) merged.push({ text: before, change: 'removed' })
    if (after) merged.push({ text: after, change: 'added' })
    ;[before, after] = ['', '']
  }
  for (const [index, { text, change }] of parts.entries()) {
    const isWithin = before + after !== '' && index < parts.length - 1 && GAP.test(text)
    if (change === 'same' && !isWithin) {
      close()
      merged.push({ text, change })
      continue
    }
    if (change !== 'added') before += text
    if (change !== 'removed') after += text
  }
  close()
  return merged
}

const wholeDiff = (before: string, after: string): TextPart[] => [
  { text: before, change: 'removed' },
  { text: after, change: 'added' },
]
