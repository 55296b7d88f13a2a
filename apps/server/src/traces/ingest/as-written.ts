import { endOfString } from '../../platform/http/body/json-depth.ts'

const QUOTE = 34
/** Numbers of more digits may be written otherwise. */
const DIGITS = 15

/**
 * Whether JSON text is what `JSON.stringify` would make of its value, for all that is looked for in it: then
 * it may be stored as it came. No spaces, no escapes but the usual ones, no numbers but plain ones.
 */
export function isAsWritten(text: string): boolean {
  if (text.includes('\\u') || text.includes('\\/')) return false
  let digits = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) at = endOfString(text, at)
    else if (isDigit(char)) {
      digits++
      if (digits > DIGITS) return false
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
