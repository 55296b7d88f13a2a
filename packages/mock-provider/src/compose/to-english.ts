import { withoutStop } from '../text/sentences.ts'
import { capitalise } from '../text/words.ts'
import { PHRASES } from './phrase-book.ts'

/** Phrase by phrase; what the book does not have stays as it is. */
export function toEnglish(text: string): string {
  const parts = text.split(/([,.!?;]+\s*)/)
  const translated = parts.map((part, index) => (index % 2 === 1 ? part : (lookUp(part) ?? part)))
  const whole = translated.join('')
  return whole === text ? text : capitalise(whole)
}

function lookUp(part: string): string | undefined {
  const key = withoutStop(part.toLowerCase())
  const found = Object.entries(PHRASES).find(([, said]) =>
    Object.values(said).some((phrase) => phrase.toLowerCase() === key),
  )
  return found?.[0]
}
