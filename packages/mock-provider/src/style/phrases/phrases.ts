import type { Language } from '../languages.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

/** Wordings of one thing; the first is the plain one. `{name}` stands for a value. */
type Wordings = readonly [string, ...string[]]

export type Phrases = {
  greeting: Wordings
  greetingAs: Wordings
  thanked: Wordings
  farewell: Wordings
  whoAmI: Wordings
  metYou: Wordings
  noted: Wordings
  recalled: Wordings
  notRecalled: Wordings
  notKnown: Wordings
  cannot: Wordings
  notInText: Wordings
  found: Wordings
  about: Wordings
  summary: Wordings
  sum: Wordings
  timeIs: Wordings
  noClock: Wordings
  toolFailed: Wordings
  toolDid: Wordings
  inShort: Wordings
  forExample: Wordings
  source: Wordings
  image: Wordings
  dear: Wordings
  dearNobody: Wordings
  thanksForWriting: Wordings
  sorry: Wordings
  nextStep: Readonly<
    Record<'billing' | 'technical' | 'account' | 'delivery' | 'sales' | 'other', string>
  >
  writingAbout: Wordings
  regards: Wordings
  team: string
  reviewGood: Wordings
  reviewAdvice: Wordings
  matches: Wordings
  differs: Wordings
  stepsLeft: Wordings
  stepMissing: Wordings
  stepsFailed: Wordings
  goalMet: Wordings
  questions: readonly string[]
  comparison: readonly string[]
}

const PHRASES: Readonly<Record<Language, Phrases>> = { en, fr, de, es }

export type Phrase = Exclude<
  { [Name in keyof Phrases]: Phrases[Name] extends Wordings ? Name : never }[keyof Phrases],
  undefined
>

export function phrasesIn(language: Language): Phrases {
  return PHRASES[language]
}

/** One wording, chosen by variation, its placeholders filled. */
export function phrase(
  language: Language,
  name: Phrase,
  variation: number,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const wordings = PHRASES[language][name]
  return fillIn(wordings[variation % wordings.length] ?? wordings[0], values)
}

export function fillIn(wording: string, values: Readonly<Record<string, string | number>>): string {
  return wording.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** Openings of a closing summary in every language: how a reviewer knows one when it sees it. */
export const SUMMARY_MARK =
  /(?:^|[\s>*_#-])(?:in short|to sum up|in summary|in conclusion|conclusion|en bref|en résumé|kurz gesagt|zusammengefasst|en resumen|en pocas palabras)\b/i
