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
  return parts.map(({ value, added, removed }) => ({
    text: value,
    change: added ? 'added' : removed ? 'removed' : 'same',
  }))
}

const wholeDiff = (before: string, after: string): TextPart[] => [
  { text: before, change: 'removed' },
  { text: after, change: 'added' },
]
