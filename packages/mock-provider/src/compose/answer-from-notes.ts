import type { Brief } from '../answer/brief.ts'
import type { Draft } from '../style/draft.ts'
import { text } from '../style/draft.ts'
import { bestPassages } from '../text/rank.ts'
import { asSentence } from '../text/sentences.ts'
import { factsAbout } from './facts.ts'
import { spoken } from './voice.ts'

const PASSAGES = 3
const LONGEST = 160

/** Answers with the sentences that say most about what was asked. */
export function answerFrom(brief: Brief, passages: readonly string[], question: string): Draft {
  const best = bestPassages(passages, question, brief.style.maxItems ?? PASSAGES)
  if (best.length === 0) {
    return { blocks: [text(spoken(brief, 'notInText', { topic: askedAbout(brief) }))] }
  }
  return { lead: spoken(brief, 'found'), blocks: [text(...best.map(asSentence))] }
}

/** From the little the demo model knows by itself, or an honest word that it knows nothing. */
export function answerFromMemory(brief: Brief, question: string): Draft {
  const facts = factsAbout(question)
  if (facts.length === 0) {
    return { blocks: [text(spoken(brief, 'notKnown', { topic: askedAbout(brief) }))] }
  }
  // What is known is in English, so another language at least says what it is about.
  const lead =
    brief.style.language === 'en' ? {} : { lead: spoken(brief, 'about', { topic: brief.about }) }
  return { ...lead, blocks: [text(...facts.map(asSentence))] }
}

/** The topic where it is a thing, and the whole question where taking it apart leaves half a sentence. */
function askedAbout({ topic, topicText }: Brief): string {
  const isClause = /\b(?:do|does|did|has|have|is|are|was|were|can|will|won)\b/i.test(topic)
  return isClause && topicText.length < LONGEST ? topicText : topic
}
