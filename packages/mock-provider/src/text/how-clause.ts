import { capitalise, uncapitalise } from './words.ts'

export type HowClause = {
  /** `How does LangGraph keep the state of an agent?` */
  question: string
  /** `LangGraph` */
  subject: string
  /** `the state of an agent`, if it is a thing of its own */
  object: string | undefined
}

const AFTER_VERB =
  /^(?:the|an?|its|their|your|our|his|her|my|this|that|these|those|all|each|to|in|on|with|for|from|by|at|into|over|and|or|well|so)$/i
const ARTICLE = /^(?:the|an?)$/i

/** Takes apart "how LangGraph keeps the state" and "how does LangGraph keep the state?". */
export function howClause(text: string): HowClause | undefined {
  const [, opening = '', rest = ''] =
    /^\s*(how|why)\s+(?!to\b|much\b|many\b|long\b|often\b|far\b)(.+?)[.?!]*\s*$/is.exec(text) ?? []
  if (rest === '') return undefined
  const [, auxiliary, asked] =
    /^(do|does|did|is|are|can|could|should|would|will)\s+(.+)$/i.exec(rest) ?? []
  if (auxiliary !== undefined && asked !== undefined) {
    const words = asked.split(/\s+/)
    const subject = headOf(words)
    return {
      question: `${capitalise(opening)} ${auxiliary} ${asked}?`,
      subject,
      object: objectOf(words.slice(subject.split(' ').length)),
    }
  }
  return statement(capitalise(opening), rest.split(/\s+/))
}

/** A singular subject with its verb in -s, or a plural one with its verb after it. */
function statement(opening: string, words: readonly string[]): HowClause | undefined {
  const verb = words.findIndex((word, index) => index > 0 && isVerbOfOne(word, words, index))
  if (verb > 0) {
    const subject = words.slice(0, verb).join(' ')
    const rest = words.slice(verb + 1)
    const asked = [uncapitalise(subject), bareVerb(words[verb] ?? ''), ...rest].join(' ')
    return { question: `${opening} does ${asked}?`, subject, object: objectOf(rest) }
  }
  const plural = words.findIndex((word, index) => isPluralWord(word) && index + 1 < words.length)
  if (plural < 0) return undefined
  return {
    question: `${opening} do ${uncapitalise(words.join(' '))}?`,
    subject: words.slice(0, plural + 1).join(' '),
    object: objectOf(words.slice(plural + 2)),
  }
}

/** What the verb is about, where it begins with an article. */
function objectOf(words: readonly string[]): string | undefined {
  const start = words.findIndex((word) => ARTICLE.test(word))
  return start >= 0 && words.length - start > 1 ? words.slice(start).join(' ') : undefined
}

function isVerbOfOne(word: string, words: readonly string[], index: number): boolean {
  if (!/^\p{Ll}+s$/u.test(word) || word.endsWith('ss')) return false
  const next = words[index + 1]
  return (
    next === undefined || AFTER_VERB.test(next) || (index === 2 && ARTICLE.test(words[0] ?? ''))
  )
}

function bareVerb(verb: string): string {
  if (verb.endsWith('ies')) return `${verb.slice(0, -3)}y`
  return verb.replace(/(?<=ss|sh|ch|x|z|o)es$/, '').replace(/(?<=[^s])s$/, '')
}

/** The subject after an auxiliary: as far as its plural, its article's noun or its name goes. */
function headOf(words: readonly string[]): string {
  const plural = words.slice(0, 3).findIndex(isPluralWord)
  if (plural >= 0) return words.slice(0, plural + 1).join(' ')
  if (ARTICLE.test(words[0] ?? '')) {
    // The verb and what it is about take the last two words of a short question.
    return words.slice(0, Math.max(2, Math.min(3, words.length - 2))).join(' ')
  }
  const names = words.findIndex((word, index) => index > 0 && !/^\p{Lu}/u.test(word))
  return words.slice(0, Math.max(1, names)).join(' ')
}

function isPluralWord(word: string): boolean {
  return /^\p{L}{2,}[^su]s$/u.test(word) && !/^(?:this|does|his|is|was|has)$/i.test(word)
}
