const BEFORE = 6

/** Of an excerpt what a narrow row shows first: the text that was looked for, and no more than a word before it. */
export function nearHit(excerpt: string, text: string): string {
  const at = excerpt.toLowerCase().indexOf(text.toLowerCase())
  return at <= BEFORE + 1 ? excerpt : `…${excerpt.slice(at - BEFORE)}`
}
