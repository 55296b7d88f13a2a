import type { Brief } from '../answer/brief.ts'
import type { Draft } from '../style/draft.ts'
import { draft, verbatim } from '../style/draft.ts'
import type { Language } from '../style/languages.ts'
import { withoutStop } from '../text/sentences.ts'
import { capitalise } from '../text/words.ts'
import { PHRASES } from './phrase-book.ts'

/** Phrase by phrase; says so where the book has no entry. */
export function translate(brief: Brief): Draft {
  const language = brief.style.language
  const source = brief.hasSource
    ? brief.source
    : (quotedIn(brief.request) ?? saidAlone(brief.request))
  if (source === undefined || language === 'en') {
    return draft(
      'Tell me the text and the language: I can translate travellers’ phrases into French, German and Spanish.',
    )
  }
  const parts = source.split(/([,.!?;]+\s*)/)
  const translated = parts.map((part, index) =>
    index % 2 === 1
      ? part
      : (lookUp(part, language) ?? (part.trim() === '' ? '' : `[${part.trim()}]`)),
  )
  return verbatim(capitalise(translated.join('').trim()))
}

function lookUp(part: string, language: Exclude<Language, 'en'>): string | undefined {
  const key = withoutStop(part.toLowerCase())
    .replaceAll("don't", 'do not')
    .replaceAll("i'm", 'i am')
  return Object.hasOwn(PHRASES, key) ? PHRASES[key]?.[language] : undefined
}

function quotedIn(request: string): string | undefined {
  const found = /"([^"]+)"|“([^”]+)”|'([^']+)'/.exec(request)
  return found?.[1] ?? found?.[2] ?? found?.[3]
}

/** Where the system text says to translate, the message is what to translate. */
function saidAlone(request: string): string | undefined {
  return /\btranslate\b/i.test(request) ? undefined : request
}
