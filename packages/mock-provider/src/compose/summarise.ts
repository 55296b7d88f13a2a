import type { Brief } from '../answer/brief.ts'
import type { Draft } from '../style/draft.ts'
import { text } from '../style/draft.ts'
import { centralPassages } from '../text/rank.ts'
import { asSentence, sentences } from '../text/sentences.ts'
import { capitalise } from '../text/words.ts'
import { spoken } from './voice.ts'

const SHORT = 3

export function summarise(brief: Brief): Draft {
  const wanted = brief.style.maxItems ?? brief.style.maxSentences ?? SHORT
  return { lead: spoken(brief, 'summary'), blocks: [text(...mainPoints(brief, wanted))] }
}

/** The sentences that carry most of the source, or of the notes when there is no other text. */
export function mainPoints(brief: Brief, count: number): string[] {
  const passages =
    brief.hasSource || brief.notes.length === 0 ? sentences(brief.source) : brief.notes
  const telling = passages.map(withoutGreeting).filter(isTelling)
  return centralPassages(telling, count).map(asSentence)
}

const FORMALITY =
  /^(?:hi|hello|hey|dear|best|kind|regards|thanks|thank you|sincerely|cheers|yours|good (?:morning|afternoon|evening))\b.{0,40}$/i

function withoutGreeting(sentence: string): string {
  return capitalise(sentence.replace(/^(?:hi|hello|hey)(?: \p{Lu}\w+)?[,!]\s+(?=\S)/iu, ''))
}

function isTelling(sentence: string): boolean {
  return !FORMALITY.test(sentence) && sentence.split(/\s+/).length > 2
}
