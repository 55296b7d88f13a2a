import { addresses, emails, phones, urls } from '../entities/contacts.ts'
import { dates, times } from '../entities/dates.ts'
import { money } from '../entities/money.ts'
import { companyNames, personNames } from '../entities/names.ts'
import { references } from '../entities/references.ts'
import { centralPassages } from '../text/rank.ts'
import { sentences, shorten } from '../text/sentences.ts'
import { keywords, words } from '../text/words.ts'
import type { Field } from './field.ts'
import { speaksOf } from './field.ts'
import type { Material } from './material.ts'

/** A kind of thing a field can ask for: how to tell, and every one of it in the text. */
type Concept = {
  asks: RegExp
  list: (material: Material, field: Field) => readonly string[]
}

const FOUND: readonly Concept[] = [
  { asks: /\be ?mails?\b/, list: ({ text }) => emails(text) },
  { asks: /\b(?:phones?|telephone|mobile|tel)\b/, list: ({ text }) => phones(text) },
  { asks: /\b(?:urls?|links?|website|uri|homepage)\b/, list: ({ text }) => urls(text) },
  { asks: /\b(?:address|street)\b/, list: ({ text }) => addresses(text) },
  {
    asks: /\b(?:dates?|day|deadline|due|birthday|when|at)\b/,
    list: ({ text }) => dates(text).map((date) => date.iso),
  },
  { asks: /\btimes?\b/, list: ({ text }) => times(text) },
  { asks: /\bcurrency\b/, list: ({ text }) => money(text).map((amount) => amount.currency) },
  {
    asks: /\b(?:amounts?|prices?|costs?|totals?|fees?|sum)\b/,
    list: ({ text }) => money(text).map((amount) => amount.text),
  },
  {
    asks: /\b(?:order|invoice|ticket|reference|ref|tracking|account|case|booking|po|id|number|code|no)\b/,
    list: referencesFor,
  },
  {
    asks: /\b(?:companys?|companies|organi[sz]ations?|vendor|supplier|merchant|employer|firm|business)\b/,
    list: ({ text }) => companyNames(text),
  },
  {
    asks: /\b(?:names?|person|persons|people|customer|client|contact|author|sender|recipient|employee|attendees?|participants?|who|buyer|owner|assignee)\b/,
    list: ({ text }) => personNames(text),
  },
  { asks: /\blanguage\b/, list: () => ['English'] },
]

const COMPOSED: readonly Concept[] = [
  { asks: /\b(?:sources?|citations?)\b/, list: ({ writer }) => writer.sources() },
  {
    asks: /\b(?:questions?|queries|sub ?topics?)\b/,
    list: ({ writer, position }) => writer.questions(position + 5),
  },
  {
    asks: /\b(?:advice|feedback|suggestions?|improvements?|comments?|critique|changes)\b/,
    list: ({ writer }) => [writer.review().advice],
  },
  {
    asks: /\b(?:reasons?|reasoning|rationale|explanation|explain|justification|why|thoughts?|thinking)\b/,
    list: reasonFor,
  },
  {
    asks: /\breflections?\b/,
    list: ({ writer }) => [writer.reflection()?.text ?? writer.review().advice],
  },
  { asks: /\b(?:titles?|subject|headline|heading)\b/, list: ({ writer }) => [writer.title()] },
  {
    asks: /\b(?:summary|summaries|overview|gist|abstract|tldr|synopsis)\b/,
    list: ({ writer }) => [writer.summary()],
  },
  { asks: /\b(?:reply|response|email body)\b/, list: ({ writer }) => [writer.reply()] },
  { asks: /\b(?:draft|report|article|essay)\b/, list: ({ writer }) => [writer.draft()] },
  { asks: /\b(?:keywords?|tags?|topics?|themes?|labels?|entities)\b/, list: topicsOf },
  {
    asks: /\b(?:steps?|plan|tasks?|actions?|todos?|instructions?)\b/,
    list: ({ writer }) => writer.steps(),
  },
  {
    asks: /\b(?:points?|facts?|highlights?|findings?|notes?|insights?|bullets?|quotes?|sentences?|evidence)\b/,
    list: ({ writer }) => writer.points(),
  },
  { asks: /\b(?:query|search)\b/, list: ({ topic }) => [topic] },
  {
    asks: /\b(?:answers?|output|result|message|text|content|body|final)\b/,
    list: ({ writer }) => [writer.answer()],
  },
  {
    asks: /\b(?:issue|problem|complaint|description|details?)\b/,
    list: ({ text }) => centralPassages(sentences(text), 1),
  },
]

function referencesFor({ text }: Material, field: Field): string[] {
  const all = references(text)
  const kind = field.words.find((word) => all.some((reference) => reference.kind === word))
  const wanted = kind === undefined ? all : all.filter((reference) => reference.kind === kind)
  return wanted.map((reference) => reference.value)
}

function reasonFor({ text, writer }: Material): string[] {
  const [main] = centralPassages(sentences(text), 1)
  return [main === undefined ? writer.review().advice : `The text says: "${shorten(main, 160)}"`]
}

function topicsOf({ text }: Material): string[] {
  const counts = new Map<string, { word: string; count: number }>()
  for (const word of words(text)) {
    const [key] = keywords(word)
    if (key === undefined || word.length < 4) continue
    counts.set(key, {
      word: counts.get(key)?.word ?? word,
      count: (counts.get(key)?.count ?? 0) + 1,
    })
  }
  return [...counts.values()]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 8)
    .map(({ word }) => word)
}

export type Findings = {
  values: readonly string[]
  /** Composed values always exist; found ones may not, and are then better left out. */
  isComposed: boolean
}

/** Everything in the text of the kind a field asks for, or undefined if it asks for no known kind. */
export function findingsFor(field: Field, material: Material): Findings | undefined {
  const concept = FOUND.find(({ asks }) => speaksOf(field, asks))
  if (concept) return { values: [...new Set(concept.list(material, field))], isComposed: false }
  const composed = COMPOSED.find(({ asks }) => speaksOf(field, asks))
  return composed && { values: [...new Set(composed.list(material, field))], isComposed: true }
}
