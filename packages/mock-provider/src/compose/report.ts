import type { Brief } from '../answer/brief.ts'
import type { Block, Draft } from '../style/draft.ts'
import { text } from '../style/draft.ts'
import { distinct, rank } from '../text/rank.ts'
import { asSentence, sentences, withoutStop } from '../text/sentences.ts'
import { asTitle } from '../text/topic.ts'
import { uncapitalise } from '../text/words.ts'
import { factsAbout } from './facts.ts'
import { mainPoints } from './summarise.ts'
import { clausesOf } from '../tools/clauses.ts'
import { spoken } from './voice.ts'

const PARAGRAPH = 3
const LONGEST = 12
const NEARLY = 0.7

/**
 * A text from notes. The first version has no closing summary; when a reviewer's advice comes with
 * the notes, it gets one and whatever else the advice names.
 */
export function report(brief: Brief): Draft {
  const points = pointsOf(brief)
  if (points.length === 0) {
    return { blocks: [text(spoken(brief, 'notKnown', { topic: brief.topic }))] }
  }
  const asks = (pattern: RegExp) => pattern.test(brief.advice)
  const kept = points.slice(
    0,
    asks(/\b(?:shorter|shorten|concise|trim|cut|brief|too long)\b/i) ? PARAGRAPH : LONGEST,
  )
  const heading: Block[] =
    brief.style.hasHeading || asks(/\b(?:headings?|title|headline)\b/i)
      ? [{ kind: 'heading', text: asTitle(brief.topic) }]
      : []
  return {
    // A request for several things does not fit into half a sentence.
    ...(clausesOf(brief.topicText).length <= 1 && {
      lead: spoken(brief, 'about', { topic: brief.about }),
    }),
    blocks: [...heading, ...paragraphs(kept)],
    ...(brief.advice === '' ? {} : { close: summaryOf(brief, kept) }),
  }
}

function pointsOf(brief: Brief): string[] {
  if (brief.notes.length > 0) return distinct(brief.notes).map(asSentence)
  if (brief.draft !== '') return sentences(brief.draft).map(asSentence)
  if (brief.hasSource) return mainPoints(brief, LONGEST)
  return factsAbout(brief.topic).map(asSentence)
}

/** Paragraphs of about equal length. */
function paragraphs(points: readonly string[]): Block[] {
  const count = Math.ceil(points.length / PARAGRAPH)
  const size = Math.ceil(points.length / count)
  return Array.from({ length: count }, (_, index) =>
    text(...points.slice(index * size, (index + 1) * size)),
  )
}

function summaryOf(brief: Brief, points: readonly string[]): string {
  const ranked = rank(points, brief.topic)
  // Of points about as good, the first one usually says what the text is about.
  const enough = (ranked[0]?.score ?? 0) * NEARLY
  const first = points.find((point) =>
    ranked.some(({ text, score }) => text === point && score >= enough),
  )
  const main = withoutStop(first ?? points[0] ?? brief.topic)
  const example = /\bexample/i.test(brief.advice)
    ? ` ${spoken(brief, 'forExample', { what: asSentence(uncapitalise(withoutStop(points.at(-1) ?? main))) })}`
    : ''
  return `${spoken(brief, 'inShort', { what: asSentence(uncapitalise(main)) })}${example}`
}
