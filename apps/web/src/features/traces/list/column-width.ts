/** Of a letter of the table's text, and of what is left free beside a cell. */
const LETTER_PX = 7
const PADDING_PX = 24

/** As wide as its longest text asks for, within bounds. */
export function widthFor(texts: Iterable<string>, least: number, most: number): string {
  let longest = 0
  for (const text of texts) longest = Math.max(longest, text.length)
  return `${Math.min(most, Math.max(least, longest * LETTER_PX + PADDING_PX))}px`
}
