import type { Brief } from '../answer/brief.ts'
import { CATEGORY } from '../answer/labels.ts'
import { personNames } from '../entities/names.ts'
import { references } from '../entities/references.ts'
import type { Draft } from '../style/draft.ts'
import { text } from '../style/draft.ts'
import { rankLabels, synonymsIn } from '../structured/meanings.ts'
import { asSentence, sentences, shorten, withoutStop } from '../text/sentences.ts'
import { sectionsNamed } from '../text/sections.ts'
import { capitalise } from '../text/words.ts'
import { quote } from './quote.ts'
import { mainPoints } from './summarise.ts'
import { phrasesFor, spoken } from './voice.ts'

const KINDS = ['billing', 'technical', 'account', 'delivery', 'sales'] as const
const MOST_NOTES = 2
const SHORTER = /\b(?:shorter|shorten|brief(?:er)?|too long|concise)\b/i
const UPSET =
  /\b(?:broken|wrong|late|twice|never|not|cannot|can['’]t|error|crash|refund|damaged|missing|disappointed|angry|fail|crack|should have|money back|complain)/i

const OUTGOING =
  /\b(?:write|draft|compose|prepare)\b[^.\n]{0,30}\b(?:e-?mail|letter|message)\b(?:\s+to\s+(?:my|our|the)?\s*([\p{L} ]{2,30}?))?(?:\s+(?:about|regarding|asking|saying|on)\s+(.{3,200}))?[.!]?$/iu

/** A letter of the user's own, to somebody about something. */
function outgoing(brief: Brief): Draft {
  const [, to, about] = OUTGOING.exec(brief.request) ?? []
  const name = to === undefined ? undefined : capitalise(to.trim())
  return {
    blocks: [
      {
        kind: 'verbatim',
        text: name === undefined ? spoken(brief, 'dearNobody') : spoken(brief, 'dear', { name }),
      },
      text(
        spoken(brief, 'writingAbout', { topic: withoutStop(about ?? brief.topic) }),
        ...additions(brief.advice),
      ),
      { kind: 'verbatim', text: spoken(brief, 'regards') },
    ],
  }
}

/** A reply to somebody's message: thanks, what it was about, what happens next. */
export function letter(brief: Brief): Draft {
  const { source, request, hasSource } = brief
  if (!hasSource && OUTGOING.test(request)) return outgoing(brief)
  const name = personNames(source).at(0)?.split(' ')[0]
  const greeting =
    name === undefined ? spoken(brief, 'dearNobody') : spoken(brief, 'dear', { name })
  return {
    blocks: [
      { kind: 'verbatim', text: greeting },
      text(...opening(brief)),
      text(...additions(brief.advice), ...nextSteps(brief)),
      { kind: 'verbatim', text: `${spoken(brief, 'regards')}\n${signature(brief)}` },
    ],
  }
}

function opening(brief: Brief): string[] {
  const [number] = references(brief.source)
  const about =
    number === undefined || brief.style.language !== 'en'
      ? ''
      : ` about ${number.kind === '' ? 'reference' : number.kind} ${number.value}`
  const [issue] = mainPoints(brief, 1)
  const quoted =
    issue === undefined || SHORTER.test(brief.advice)
      ? []
      : [`“${shorten(withoutStop(issue), 140)}”`]
  return [
    spoken(brief, 'thanksForWriting', { about }),
    ...(UPSET.test(brief.source) ? [spoken(brief, 'sorry')] : []),
    ...(brief.style.language === 'en' ? quoted.map((quote) => `You wrote: ${quote}.`) : []),
  ]
}

/** What the notes allow for this case, or else what is usual for its kind. */
function nextSteps(brief: Brief): string[] {
  const [stated] = sectionsNamed(brief.sections, CATEGORY)
  const about = `${stated?.text ?? ''} ${brief.source}`
  const [best] = rankLabels(KINDS, about, '')
  const kind = KINDS.find((candidate) => best && best.score > 0 && candidate === best.label)
  if (brief.notes.length > 0) {
    const allowed = quote(brief.passages, `${about} ${synonymsIn(about)}`, MOST_NOTES)
    return (allowed?.sentences ?? brief.notes.slice(0, 1)).map(asSentence)
  }
  return [phrasesFor(brief).nextStep[kind ?? 'other']]
}

/** "Mention that X" and "say that X" in somebody's feedback add X. */
function additions(advice: string): string[] {
  return sentences(advice).flatMap((sentence) => {
    const wanted =
      /\b(?:mention|say|add|tell (?:them|him|her|the customer)|include)\s+(?:that\s+)?(.{4,200}?)(?=\s+and (?:keep|make|write|use|do|please)\b|[.!]?$)/i.exec(
        sentence,
      )?.[1]
    return wanted === undefined ? [] : [asSentence(`Please note: ${wanted}`)]
  })
}

function signature(brief: Brief): string {
  return brief.style.endsWith ?? brief.style.persona ?? phrasesFor(brief).team
}
