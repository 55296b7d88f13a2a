import { keywords, words } from './words.ts'

export type Ranked = { text: string; position: number; score: number }

/**
 * Passages by how many of the query's words they hold, rare ones counting more; best first, passages
 * that share nothing left out.
 */
export function rank(passages: readonly string[], query: string): Ranked[] {
  const wanted = new Set(keywords(query))
  const bags = passages.map((passage) => new Set(keywords(passage)))
  const weight = new Map(
    [...wanted].map((word) => {
      const holders = bags.filter((bag) => bag.has(word)).length
      return [word, Math.log(1 + passages.length / (1 + holders)) + 0.2]
    }),
  )

  return passages
    .map((text, position) => {
      const bag = bags[position] ?? new Set()
      const shared = [...wanted].filter((word) => bag.has(word))
      const sum = shared.reduce((total, word) => total + (weight.get(word) ?? 0), 0)
      return { text, position, score: sum / Math.sqrt(4 + bag.size) }
    })
    .filter((ranked) => ranked.score > 0)
    .sort((a, b) => b.score - a.score || a.position - b.position)
}

/** The best `limit` passages in the order they were written. */
export function bestPassages(passages: readonly string[], query: string, limit: number): string[] {
  return rank(distinct(passages), query)
    .slice(0, limit)
    .sort((a, b) => a.position - b.position)
    .map((ranked) => ranked.text)
}

/** The passages that say most of what the whole says: those rich in its frequent words. */
export function centralPassages(passages: readonly string[], limit: number): string[] {
  const unique = distinct(passages)
  const counts = new Map<string, number>()
  for (const word of unique.flatMap((passage) => [...new Set(keywords(passage))])) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return unique
    .map((text, position) => {
      const bag = [...new Set(keywords(text))]
      const sum = bag.reduce((total, word) => total + (counts.get(word) ?? 0) - 1, 0)
      // What comes first is usually what a text is about.
      return { text, position, score: (sum + 1) / Math.sqrt(3 + bag.length) + 1 / (1 + position) }
    })
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, limit)
    .sort((a, b) => a.position - b.position)
    .map((ranked) => ranked.text)
}

/** Share of the words of `part` that `whole` has too, 0 to 1. */
export function coverage(part: string, whole: string): number {
  const wanted = new Set(keywords(part))
  if (wanted.size === 0) return 0
  const bag = new Set(keywords(whole))
  return [...wanted].filter((word) => bag.has(word)).length / wanted.size
}

/** Each passage once, whatever source stands in brackets after it. */
export function distinct(passages: readonly string[]): string[] {
  const seen = new Set<string>()
  return passages.filter((passage) => {
    const key = words(passage.replace(/\s*\([^)]*\)\.?$/, '')).join(' ')
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
