const COMMON = new Set(
  (
    'a about an and any are as at be been but by can could did do does for from had has have how i if in into ' +
    'is it its like may me more most my no not of on one or our should so some such than that the their them ' +
    'then there these they this to us was we were what when where which who why will with would you your'
  ).split(' '),
)

/** Normalizes a word for search: common endings are removed. Returns null for stop words. */
export function searchTerm(word: string): string | null {
  const lower = word.toLowerCase().replace(/['’]s$/, '')
  if (lower.length < 2 || COMMON.has(lower)) return null
  if (lower.length <= 3) return lower
  return lower
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/([^s])s$/, '$1')
    .replace(/([a-z]{3,})ing$/, '$1')
    .replace(/([a-z]{3,})ed$/, '$1')
    .replace(/([a-z]{3,})e$/, '$1')
    .replace(/([bdgklmnprt])\1$/, '$1')
}
