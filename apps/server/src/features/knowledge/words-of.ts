const MOST = 32

/** What is looked for word by word: each once, the longest of very many. */
export function wordsOf(query: string): string[] {
  const words =
    query
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const once = [...new Set(words)]
  if (once.length <= MOST) return once
  return once.toSorted((a, b) => b.length - a.length).slice(0, MOST)
}
