import type { Brief } from '../answer/brief.ts'
import type { Draft } from '../style/draft.ts'
import { fillIn } from '../style/phrases/phrases.ts'
import { howClause } from '../text/how-clause.ts'
import { comparedIn, isPlural, midSentence, subjectOf } from '../text/topic.ts'
import { capitalise, countOf, COUNT_PATTERN, keywords, words } from '../text/words.ts'
import { phrasesFor } from './voice.ts'

const DEFAULT_COUNT = 3

const LONGEST_QUESTION = 160

/** Questions that together cover a topic; where the topic is a question itself, that one comes first. */
export function questionsAbout(brief: Brief, count: number): string[] {
  const { questions, comparison } = phrasesFor(brief)
  const sides = comparedIn(brief.topic)
  const clause = howClause(brief.topicText)
  const topic = midSentence(clause?.subject ?? subjectOf(brief.topic))
  const isMany = isPlural(topic)
  const values = {
    topic,
    left: sides?.[0] ?? topic,
    right: sides?.[1] ?? topic,
    is: isMany ? 'are' : 'is',
    does: isMany ? 'do' : 'does',
  }
  const forms = sides ? [...comparison, ...questions.slice(2)] : questions
  const composed = forms.map((form) => fillIn(form, values))
  const [first = ''] = composed
  // "How X keeps the Y" is about Y as much as about X.
  const all =
    clause?.object === undefined
      ? composed
      : [first, defined(questions, clause.object), ...composed.slice(1)]
  const own = clause?.question ?? ownQuestion(brief)
  if (own === undefined) return all.slice(0, count)
  return [own, ...all.filter((question) => !isAlike(question, own))].slice(0, count)
}

function defined([form = '']: readonly string[], topic: string): string {
  return fillIn(form, { topic, is: isPlural(topic) ? 'are' : 'is' })
}

function ownQuestion({ topicText }: Brief): string | undefined {
  const isOne = topicText.endsWith('?') && topicText.length < LONGEST_QUESTION
  return isOne ? capitalise(topicText) : undefined
}

/** Alike questions begin with the same word and differ by one word at most. */
function isAlike(question: string, other: string): boolean {
  const [said, given] = [keywords(question), keywords(other)]
  const isSameKind = words(question)[0] === words(other)[0]
  return isSameKind && given.every((word) => said.includes(word)) && said.length <= given.length + 1
}

export function questions(brief: Brief): Draft {
  const asked = new RegExp(String.raw`\b(${COUNT_PATTERN})\s+(?:\w+\s+){0,3}questions\b`, 'i').exec(
    brief.instructions,
  )
  const count = countOf(asked?.[1] ?? '') ?? DEFAULT_COUNT
  return { blocks: [{ kind: 'list', items: questionsAbout(brief, count) }] }
}
