import { endOfString } from '../../platform/http/body/json-depth.ts'

const QUOTE = 34
/** Numbers with more digits may be formatted differently. */
const MAX_DIGITS = 15

/**
 * Whether JSON text is conservatively known to equal `JSON.stringify` of its value, so that it can
 * be stored as received: no whitespace, only common escapes and plain numbers.
 */
export function isCanonicalJson(text: string): boolean {
  if (text.includes('\\u') || text.includes('\\/')) return false
  let digits = 0
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index)
    if (char === QUOTE) index = endOfString(text, index)
    else if (isDigit(char)) {
      digits++
      if (digits > MAX_DIGITS) return false
      continue
    } else if (!isPlain(char) || (digits > 0 && isLetter(char))) return false
    digits = 0
  }
  return true
}

const isDigit = (char: number) => char >= 48 && char <= 57

const isLetter = (char: number) => char >= 97 && char <= 122

const PLAIN = new Set(Buffer.from('{}[],:-'))

const isPlain = (char: number) => isLetter(char) || PLAIN.has(char)
