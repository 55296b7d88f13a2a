import {
  FEEDBACK,
  filterKeys,
  isFilterKey,
  isNumberKey,
  METADATA,
  type NumberFilterKey,
  TEXT,
  type TextFilterKey,
} from './keys.ts'
import { type Bound, readBound, unitHint } from './numbers.ts'
import { readWords, unquoted, type Word, type WordValue } from './words.ts'

type Place = { at: number; end: number; isNegated: boolean }

/** One condition; a trace passes when it meets all of them. */
export type FilterTerm = Place &
  (
    | { type: 'text'; key: TextFilterKey; values: Pattern[] }
    | { type: 'number'; key: NumberFilterKey; bound: Bound }
    | { type: 'feedback'; key: string; bound?: Bound; values: Pattern[] }
    | { type: 'metadata'; key: string; values: Pattern[] }
    | { type: 'search'; text: string; isPhrase: boolean }
  )

/** `*` of it stands for anything, unless it was quoted. */
export type Pattern = { text: string; isPattern: boolean }

/** What is wrong and where, so that it can be underlined. */
export type FilterProblem = { at: number; length: number; message: string }

export type ParsedFilter = { terms: FilterTerm[]; problems: FilterProblem[] }

class Problem extends Error {
  readonly at: number
  readonly end: number
  constructor(message: string, { at, end }: { at: number; end: number }) {
    super(message)
    this.at = at
    this.end = end
  }
}

/** `status:error latency:>2s "refund policy"`: terms in their order, and what could not be understood. */
export function parseFilter(text: string): ParsedFilter {
  const parsed: ParsedFilter = { terms: [], problems: [] }
  for (const word of readWords(text))
    try {
      parsed.terms.push(readTerm(word))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { message, at, end } = error
      parsed.problems.push({ at, length: Math.max(1, end - at), message })
    }
  return parsed
}

function readTerm(word: Word): FilterTerm {
  const { at, end, isNegated, values, openQuote } = word
  if (openQuote !== undefined)
    throw new Problem('This quotation is not closed', { at: openQuote, end })
  const place = { at, end, isNegated }
  const key = word.key?.toLowerCase()
  if (key === undefined) return searchTerm(place, values)
  const empty = values.find(({ text, isQuoted }) => text === '' && !isQuoted)
  if (empty) throw new Problem(`Say what ${key} should be`, { at, end })
  if (key === TEXT) return searchTerm(place, values)
  if (key.startsWith(FEEDBACK)) return feedbackTerm(place, word, values)
  if (key.startsWith(METADATA)) return metadataTerm(place, word, values)
  if (!isFilterKey(key)) throw unknownKey(word)
  if (!isNumberKey(key))
    return { ...place, type: 'text', key, values: values.map((value) => toPattern(key, value)) }
  return { ...place, type: 'number', key, bound: readNumber(key, values) }
}

function searchTerm(place: Place, values: WordValue[]): FilterTerm {
  const text = values.map((value) => value.text).join(',')
  if (text.trim() === '') throw new Problem('There is nothing to search for', place)
  return { ...place, type: 'search', text, isPhrase: values.some(({ isQuoted }) => isQuoted) }
}

function feedbackTerm(place: Place, { key = '' }: Word, values: WordValue[]): FilterTerm {
  const name = unquoted(key.slice(FEEDBACK.length))
  const [first] = values
  const bound = values.length === 1 && first ? readBound(first.text, 'score') : undefined
  const patterns = values.map(({ text, isQuoted }) => patternOf(text, isQuoted))
  return { ...place, type: 'feedback', key: name, values: patterns, ...(bound && { bound }) }
}

function metadataTerm(place: Place, { key = '' }: Word, values: WordValue[]): FilterTerm {
  const name = unquoted(key.slice(METADATA.length))
  for (const value of values) refuseComparison(key, value)
  const patterns = values.map(({ text, isQuoted }) => patternOf(text, isQuoted))
  return { ...place, type: 'metadata', key: name, values: patterns }
}

function readNumber(key: NumberFilterKey, values: WordValue[]): Bound {
  const [first, second] = values
  const { unit } = filterKeys[key]
  if (second) throw new Problem(`${key} takes one ${unitHint[unit]}`, second)
  const bound = first && readBound(first.text, unit)
  // Nothing takes exactly two seconds.
  const isVague = unit !== 'count' && bound?.comparison === '='
  if (!bound || isVague)
    throw new Problem(`${key} takes ${unitHint[unit]}`, first ?? { at: 0, end: 0 })
  return bound
}

function toPattern(key: TextFilterKey, value: WordValue): Pattern {
  const known = filterKeys[key]
  refuseComparison(key, value)
  if (!('options' in known)) return patternOf(value.text, value.isQuoted)
  const text = value.text.toLowerCase()
  const options: readonly string[] = known.options
  if (!options.includes(text)) throw new Problem(`${key} is one of ${options.join(', ')}`, value)
  return { text, isPattern: false }
}

function refuseComparison(key: string, value: WordValue) {
  if (/^[<>]/.test(value.text) && !value.isQuoted)
    throw new Problem(`${key} is not a number: it cannot be compared`, value)
}

const patternOf = (text: string, isQuoted: boolean): Pattern => ({
  text,
  isPattern: text.includes('*') && !isQuoted,
})

function unknownKey({ key = '', at }: Word): Problem {
  if (`${key.toLowerCase()}.` === METADATA)
    return new Problem('Say which key: metadata.customer:acme', { at, end: at + key.length })
  const known = Object.keys(filterKeys).find((name) =>
    name.startsWith(key.toLowerCase().slice(0, 3)),
  )
  const hint = known === undefined ? 'put it in quotation marks to search for it' : `try ${known}:`
  return new Problem(`There is no filter ${key}; ${hint}`, { at, end: at + key.length })
}
