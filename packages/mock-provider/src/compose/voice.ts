import type { Brief } from '../answer/brief.ts'
import type { Phrase, Phrases } from '../style/phrases/phrases.ts'
import { phrase, phrasesIn } from '../style/phrases/phrases.ts'

/** A set phrase in the brief's language and variation. */
export function spoken(
  brief: Brief,
  name: Phrase,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return phrase(brief.style.language, name, brief.conversation.variation, values)
}

export function phrasesFor(brief: Brief): Phrases {
  return phrasesIn(brief.style.language)
}
