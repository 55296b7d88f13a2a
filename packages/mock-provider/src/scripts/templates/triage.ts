import { textAnswer } from '../../answers/answer.ts'
import { splitSentences } from '../../answers/keywords.ts'
import { passageAnswer, splitPassages } from '../../answers/passages.ts'
import { json, readSection, type TemplateScript } from './template-script.ts'

const CATEGORIES: readonly (readonly [words: RegExp, category: string])[] = [
  [/\b(?:refund|money back|cracked|broken|damaged|reimburse)\b/i, 'refund'],
  [/\b(?:parcel|package|delivery|delivered|shipping|shipped|tracking|arrived?)\b/i, 'shipping'],
  [/\?/, 'question'],
]
const URGENT = /\b(?:urgent|urgently|immediately|asap|as soon as possible|today)\b/i

/** Answers for the ticket that the template brings as its example. */
const EXAMPLE = {
  ticket: /order 48213\b[\s\S]*\blamp\b/,
  summary:
    'Order 48213 arrived with a cracked lamp; the customer asks for a refund of 79.90 euros.',
  draft:
    'Hello Anna,\n\nwe are sorry that the lamp of order 48213 arrived cracked. Goods that arrive damaged are refunded in full, so you will get your 79.90 euros back. You do not have to send the lamp back.\n\nThe support team',
  revisedDraft:
    'Hello Anna,\n\nthank you for your message about order 48213. The lamp arrived cracked, so we refund the full price of 79.90 euros within five working days. Please keep or discard the lamp; you do not have to send it back.\n\nThe support team',
}

const openingSentence = (ticket: string): string =>
  splitSentences(ticket)
    .find((sentence) => !/^(?:hi|hello|dear)\b.{0,20}$/i.test(sentence))
    ?.slice(0, 200) ?? 'The ticket is empty.'

function draftReply(ticket: string, policy: string): string {
  if (EXAMPLE.ticket.test(ticket)) return EXAMPLE.draft
  const rule =
    policy === ''
      ? 'A colleague will look into it and answer you within one working day.'
      : passageAnswer(splitPassages(policy), ticket, 1)
  return `Hello,\n\nthank you for your message: “${openingSentence(ticket)}” ${rule}\n\nThe support team`
}

export const triageScript: TemplateScript = [
  {
    system: /^You sort support tickets\b/,
    answer({ question }) {
      const ticket = readSection(question, 'Ticket')
      const category = CATEGORIES.find(([words]) => words.test(ticket))?.[1] ?? 'other'
      const summary = EXAMPLE.ticket.test(ticket) ? EXAMPLE.summary : openingSentence(ticket)
      return json({ category, urgency: URGENT.test(ticket) ? 'high' : 'normal', summary })
    },
  },
  {
    system: /^You answer customers for a shop\b/,
    answer({ question }) {
      const ticket = readSection(question, 'Ticket')
      const draft = draftReply(ticket, readSection(question, 'Policy notes'))
      const feedback = readSection(question, 'Feedback')
      if (feedback === '') return textAnswer(draft)
      if (EXAMPLE.ticket.test(ticket)) return textAnswer(EXAMPLE.revisedDraft)
      const revision = `PS: This draft was revised after the feedback “${feedback}”.`
      return textAnswer(`${draft}\n\n${revision}`)
    },
  },
]
