const BEYOND_ASCII = /[\u0080-\uffff]/
const ACCENT = /[\u0300-\u036f]/g

/**
 * Returns lower-case text without accents, so that *zurich* finds *Zürich*. Hangul syllables stay
 * whole.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  return BEYOND_ASCII.test(lower)
    ? lower.normalize('NFD').replaceAll(ACCENT, '').normalize('NFC')
    : lower
}
