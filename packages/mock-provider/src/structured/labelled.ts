import { words } from '../text/words.ts'
import { stem } from '../text/words.ts'
import type { Field } from './field.ts'

const LINE =
  /^[ \t]*(?:[-*•][ \t]*)?(?:\*\*)?([\p{L}][\p{L}\d #/'._-]{0,40}?)(?:\*\*)?[ \t]*[:=][ \t]*(?:\*\*)?[ \t]*(\S.*)$/gmu

/** The value of the line whose label means the field: `Invoice date: 3 May 2026`. */
export function labelledValue(text: string, field: Field): string | undefined {
  const wanted = field.words.map(stem)
  const lines = [...text.matchAll(LINE)].map((match) => {
    const label = words(match[1] ?? '').map(stem)
    const shared = wanted.filter((word) => label.includes(word)).length
    return { value: (match[2] ?? '').trim(), score: shared / Math.max(label.length, wanted.length) }
  })
  const [best] = lines.toSorted((a, b) => b.score - a.score)
  return best && best.score > 0.34 ? best.value : undefined
}
