import type { Brief } from '../answer/brief.ts'
import { REFERENCE } from '../answer/labels.ts'
import type { Draft } from '../style/draft.ts'
import { draft } from '../style/draft.ts'
import { SUMMARY_MARK } from '../style/phrases/phrases.ts'
import { coverage } from '../text/rank.ts'
import { sectionsNamed } from '../text/sections.ts'
import { sentences } from '../text/sentences.ts'
import { spoken } from './voice.ts'

export type Review = { isGood: boolean; advice: string; score: number }

const ALIKE = 0.5

/**
 * Judges a draft. Against a reference, by how much of it the draft covers. Otherwise a draft of some
 * length must close with a summary; one that was advised on before is let through.
 */
export function reviewOf(brief: Brief): Review {
  const candidate = candidateOf(brief)
  const [reference] = sectionsNamed(brief.sections, REFERENCE)
  if (reference) {
    const score = (coverage(reference.text, candidate) + coverage(candidate, reference.text)) / 2
    const isGood = score >= ALIKE
    const advice = spoken(brief, isGood ? 'matches' : 'differs')
    return { isGood, advice, score: Math.round(score * 100) / 100 }
  }
  const isShort = sentences(candidate).length <= 2
  const isGood = isShort || SUMMARY_MARK.test(candidate) || brief.advice !== ''
  const advice = spoken(brief, isGood ? 'reviewGood' : 'reviewAdvice')
  return { isGood, advice, score: isGood ? 0.9 : 0.6 }
}

function candidateOf(brief: Brief): string {
  if (brief.draft !== '') return brief.draft
  const { said, earlier } = brief.conversation
  const spokenBefore = said.at(-1) ?? earlier.findLast(({ role }) => role === 'assistant')?.text
  return brief.hasSource ? brief.source : (spokenBefore ?? brief.source)
}

export function review(brief: Brief): Draft {
  const { isGood, advice } = reviewOf(brief)
  return draft(isGood ? 'Verdict: good.' : 'Verdict: revise.', advice)
}
