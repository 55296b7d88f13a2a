import { isBlank, sectionsNamed, splitSections } from '../text/sections.ts'
import type { Section } from '../text/sections.ts'
import { howClause } from '../text/how-clause.ts'
import { sentences, withoutStop } from '../text/sentences.ts'
import { midSentence, topicOf } from '../text/topic.ts'
import { uncapitalise } from '../text/words.ts'
import type { Passage } from '../tools/results.ts'
import { readResult } from '../tools/results.ts'
import type { Style } from '../style/style.ts'
import { readStyle } from '../style/style.ts'
import type { Conversation } from './conversation.ts'
import { ADVICE, DRAFT, isLabel, MANNER, NOTES, QUESTION, SOURCE, TOPIC } from './labels.ts'
import { readRequest } from './request.ts'

/** A prompt taken apart: what to do, about what, from which material, in which style. */
export type Brief = {
  conversation: Conversation
  /** What the user asks, without pasted material. */
  request: string
  /** System text and request: where the task is said. */
  instructions: string
  sections: readonly Section[]
  topic: string
  /** The words the topic was taken from: often a whole question. */
  topicText: string
  /** The topic as it reads in the middle of a sentence. */
  about: string
  /** The text the task is about: a ticket, an article, or else the whole request. */
  source: string
  /** Whether there is a source apart from the request itself. */
  hasSource: boolean
  /** What to answer from, as it was handed over. */
  passages: readonly Passage[]
  /** The sentences of the passages, each with its source. */
  notes: readonly string[]
  /** A text under review or revision, empty if there is none. */
  draft: string
  /** What a reviewer asked to change, empty if there is none. */
  advice: string
  style: Style
}

const LONGEST_QUESTION = 160

export function readBrief(conversation: Conversation): Brief {
  const { system, question } = conversation
  const message = readRequest(question)
  const told = splitSections(system, isLabel)
  const sections = [...message.sections, ...told.sections]

  const drafts = sectionsNamed(sections, DRAFT).filter(({ label }) => !ADVICE.test(label))
  const advice = sectionsNamed(sections, ADVICE)
  const notes = sectionsNamed(sections, NOTES).filter(({ label }) => !ADVICE.test(label))
  const source = longest(sectionsNamed(sections, SOURCE).filter(isMaterial)) ?? message.pasted
  const request = longest(sectionsNamed(message.sections, QUESTION)) ?? message.asked
  const manner = sectionsNamed(sections, MANNER).map(({ label, text }) => `${label}: ${text}`)
  const instructions = [
    told.lead,
    labelsOf(told.sections),
    ...manner,
    message.manner ?? '',
    request,
    labelsOf(message.sections),
  ]
    .filter((part) => part !== '')
    .join('\n')

  const passages = [...notes.map(({ text }) => text), ...conversation.said].flatMap(passagesIn)
  const topicText = topicTextOf(sections, request, system)
  return {
    conversation,
    request,
    instructions,
    sections,
    topic: topicOf(topicText),
    topicText,
    about: aboutOf(topicText),
    source: source ?? (question === '' ? system : question),
    hasSource: source !== undefined,
    passages,
    notes: passages.flatMap(({ text, source }) =>
      sentences(source === undefined ? text : `${text} (Source: ${source}.)`),
    ),
    draft: longest(drafts) ?? '',
    advice: advice.map(({ text }) => text).join('\n'),
    style: readStyle([instructions, advice.map(({ text }) => text).join('\n')].join('\n')),
  }
}

function topicTextOf(sections: readonly Section[], request: string, system: string): string {
  const [stated] = sectionsNamed(sections, TOPIC)
  return (stated?.text ?? (request === '' ? system : request)).trim()
}

function aboutOf(topicText: string): string {
  if (topicText.endsWith('?') && topicText.length < LONGEST_QUESTION) return `“${topicText}”`
  return howClause(topicText)
    ? uncapitalise(withoutStop(topicText))
    : midSentence(topicOf(topicText))
}

/** Notes may come as a tool gave them: JSON or paragraphs, each with its source. */
function passagesIn(text: string): readonly Passage[] {
  const read = readResult(text)
  return read.kind === 'passages' ? read.passages : [{ text, source: undefined }]
}

function longest(sections: readonly Section[]): string | undefined {
  const [first] = sections.toSorted((a, b) => b.text.length - a.text.length)
  return first && !isBlank(first.text) ? first.text : undefined
}

function isMaterial({ label }: Section): boolean {
  return !MANNER.test(label) && !ADVICE.test(label)
}

function labelsOf(sections: readonly Section[]): string {
  return sections.map(({ label }) => label).join('\n')
}
