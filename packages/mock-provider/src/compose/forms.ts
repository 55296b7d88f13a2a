import type { Brief } from '../answer/brief.ts'
import { dates } from '../entities/dates.ts'
import { emails, phones, urls } from '../entities/contacts.ts'
import { lineItems } from '../entities/line-items.ts'
import { money } from '../entities/money.ts'
import { companyNames, personNames } from '../entities/names.ts'
import { references } from '../entities/references.ts'
import type { Draft } from '../style/draft.ts'
import { draft, verbatim } from '../style/draft.ts'
import { defaultLabel, rankLabels } from '../structured/meanings.ts'
import { asTitle } from '../text/topic.ts'
import { capitalise, countOf, COUNT_PATTERN, keywords } from '../text/words.ts'

/** "Say 'hello'", "reply with exactly: yes". */
export function literal(brief: Brief): Draft | undefined {
  const asked =
    /\b(?:with(?: (?:exactly|only|just|the words?))?|repeat(?: after me)?|say|echo|exactly|only)\b\s*:?\s*(?:"([^"]+)"|“([^”]+)”|'([^']+)'|«([^»]+)»)/i.exec(
      brief.request,
    )
  const words = asked?.slice(1).find((part) => part !== undefined)
  return words === undefined ? undefined : verbatim(words)
}

/** One of the labels the prompt names. */
export function classify(brief: Brief): Draft | undefined {
  const labels = labelsIn(brief.instructions)
  if (labels.length < 2) return undefined
  const [best] = rankLabels(labels, brief.source, brief.instructions)
  return verbatim(best && best.score > 0 ? best.label : (defaultLabel(labels) ?? labels[0] ?? ''))
}

function labelsIn(instructions: string): string[] {
  const list =
    /\b(?:one of|as|into|labels?|categories|classes|options|word(?=\s*:))\b\s*(?:the following|these)?\s*(?:labels?|categories|classes)?\s*:?\s*((?:["'\w -]{2,30}(?:,|\/|\||\bor\b)\s*)+["'\w -]{2,30})/i.exec(
      instructions,
    )?.[1]
  return (list ?? '')
    .split(/,|\/|\||\bor\b/)
    .map((label) => label.replaceAll(/["'\s]+/g, ' ').trim())
    .filter((label) => label !== '' && label.split(' ').length <= 3)
}

/** Everything of interest in a text, by kind. */
export function extract(brief: Brief): Draft {
  const { source, instructions } = brief
  const kinds: readonly (readonly [string, RegExp, readonly string[]])[] = [
    ['Emails', /e-?mail/i, emails(source)],
    ['Phone numbers', /phone/i, phones(source)],
    ['Links', /\b(?:links?|urls?)\b/i, urls(source)],
    ['Names', /\b(?:names?|people|persons?)\b/i, personNames(source)],
    ['Companies', /\b(?:compan|organi[sz]ation)/i, companyNames(source)],
    ['Dates', /\bdates?\b/i, dates(source).map((date) => date.iso)],
    [
      'Amounts',
      /\b(?:amounts?|prices?|money|totals?)\b/i,
      money(source).map((amount) => amount.text),
    ],
    [
      'References',
      /\b(?:numbers?|references?|ids?|orders?)\b/i,
      references(source).map((reference) => reference.value),
    ],
    [
      'Items',
      /\bitems?\b/i,
      lineItems(source).map((item) => `${item.quantity} × ${item.description}`),
    ],
  ]
  const asked = kinds.filter(([, pattern]) => pattern.test(instructions))
  const wanted = (asked.length > 0 ? asked : kinds).map(
    ([name, , values]) => `${name}: ${[...new Set(values)].join(', ') || 'none'}`,
  )
  return { blocks: [{ kind: 'list', items: wanted }] }
}

const NAME_FORMS = [
  'The {Word} House',
  '{Word} & Co.',
  'Little {Word}',
  '{Word} Works',
  'North {Word}',
  'The Daily {Word}',
  '{Word} Lane',
  'Blue {Word}',
  '{Word} and Friends',
  'Second {Word}',
]
const IDEA_FORMS = [
  'A beginner’s guide to {topic}',
  'What nobody tells you about {topic}',
  '{Topic} in five minutes',
  'A checklist for {topic}',
  'Three mistakes to avoid with {topic}',
  'How {topic} will look in ten years',
  'A day with {topic}',
  'Questions to ask about {topic}',
  'The history of {topic}',
  '{Topic} on a small budget',
]

export function ideas(brief: Brief): Draft {
  const { instructions, topic, conversation } = brief
  const asked = new RegExp(
    String.raw`\b(${COUNT_PATTERN})\s+(?:\w+\s+){0,3}(?:ideas?|names?|titles?|slogans?|suggestions?|tips|taglines?)\b`,
    'i',
  ).exec(instructions)
  const count = Math.min(countOf(asked?.[1] ?? '') ?? 5, NAME_FORMS.length)
  const forms = /\b(?:names?|brand)\b/i.test(instructions) ? NAME_FORMS : IDEA_FORMS
  const [word = topic] = topic.split(/\s+/).filter((part) => keywords(part).length > 0)
  const items = Array.from(
    { length: count },
    (_, index) => forms[(index + conversation.variation) % forms.length] ?? '',
  )
  return {
    blocks: [
      {
        kind: 'list',
        items: items.map((form) =>
          form
            .replaceAll('{Word}', capitalise(word))
            .replaceAll('{topic}', topic)
            .replaceAll('{Topic}', asTitle(topic)),
        ),
      },
    ],
  }
}

export function poem(brief: Brief): Draft {
  const topic = brief.topic
  const lines = /\bhaiku\b/i.test(brief.instructions)
    ? [`${asTitle(topic)} at dawn,`, 'one small step and then the next:', 'the day answers back.']
    : [
        `I went out to look for ${topic} one day,`,
        'and met a slow river that showed me the way;',
        `it said: what you seek has been here all along,`,
        `and ${topic} came home as the words of a song.`,
      ]
  return draft(lines.join('\n'))
}
