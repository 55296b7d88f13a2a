import {
  FEEDBACK,
  filterKeys,
  findFilterKey,
  isNumberKey,
  isTimeKey,
  keyAliases,
  METADATA,
  type NumberFilterKey,
  TEXT,
  type TextFilterKey,
  type TimeFilterKey,
} from './keys.ts'
import {
  type Bound,
  readBound,
  readTimeRange,
  TIME_HINT,
  type TimeBounds,
  unitHint,
} from './values.ts'
import { unquoted, type Word, type WordValue } from './tokens.ts'

/** Position of a part of the filter, and whether it is negated. */
export type TermRange = { start: number; end: number; isNegated: boolean }

/** One condition on a trace. */
export type FilterTerm = TermRange &
  (
    | { type: 'text'; key: TextFilterKey; values: Pattern[] }
    | { type: 'number'; key: NumberFilterKey; bound: Bound }
    | { type: 'time'; key: TimeFilterKey; range: TimeBounds }
    | { type: 'feedback'; key: string; bound?: Bound; values: Pattern[] }
    | { type: 'metadata'; key: string; values: Pattern[] }
    | { type: 'search'; text: string; isPhrase: boolean }
  )

/** `*` matches any text, unless it is quoted. */
export type Pattern = { text: string; isPattern: boolean }

/** A problem with one term of a filter. */
export class TermProblem extends Error {
  readonly start: number
  readonly end: number
  constructor(message: string, { start, end }: { start: number; end: number }) {
    super(message)
    this.start = start
    this.end = end
  }
}

/** Reads one condition. Throws a `TermProblem` with the position of the error. */
export function readTerm(word: Word): FilterTerm {
  const { start, end, isNegated, values, openQuote } = word
  if (openQuote !== undefined)
    throw new TermProblem('This quotation is not closed', { start: openQuote, end })
  const place = { start, end, isNegated }
  const name = word.key?.toLowerCase()
  if (name === undefined) return wordTerm(place, values)
  refuseOpenParenthesis(name, values)
  const empty = values.find(({ text, isQuoted }) => text === '' && !isQuoted)
  if (empty) throw new TermProblem(`${name}: needs a value`, { start, end })
  if (name === TEXT) return searchTerm(place, values)
  if (name.startsWith(FEEDBACK)) return feedbackTerm(place, word, values)
  if (name.startsWith(METADATA)) return metadataTerm(place, word, values)
  const key = findFilterKey(name)
  if (key === undefined) throw unknownKey(word)
  if (isTimeKey(key)) return { ...place, type: 'time', key, range: readTime(key, values) }
  if (isNumberKey(key)) return { ...place, type: 'number', key, bound: readNumber(key, values) }
  return { ...place, type: 'text', key, values: values.map((value) => toPattern(key, value)) }
}

/**
 * Reads a word without a key. Rejects punctuation that the index does not contain, because it would
 * match nothing.
 */
function wordTerm(place: TermRange, values: WordValue[]): FilterTerm {
  const [{ text, isQuoted } = { text: '', isQuoted: false }] = values
  if (!isQuoted && /^!([a-z][\w.-]*:|\(|$)/i.test(text))
    throw new TermProblem('Write NOT or - instead of !', {
      start: place.start,
      end: place.start + 1,
    })
  if (!isQuoted && /^(&&?|\|\|?)$/.test(text))
    throw new TermProblem(`Write ${text.startsWith('&') ? 'AND' : 'OR'} instead of ${text}`, place)
  return searchTerm(place, values)
}

function refuseOpenParenthesis(name: string, values: WordValue[]) {
  const open = values.find(({ text, isQuoted }) => !isQuoted && !isBalanced(text))
  if (open)
    throw new TermProblem(
      `Write (${name}:a OR ${name}:b) or ${name}:a,b; put a value with parentheses in quotation marks`,
      open,
    )
}

const isBalanced = (text: string) => text.split('(').length === text.split(')').length

function searchTerm(place: TermRange, values: WordValue[]): FilterTerm {
  const text = values.map((value) => value.text).join(',')
  const isPhrase = values.some(({ isQuoted }) => isQuoted)
  if (text.trim() === '' || (!isPhrase && !/[\p{L}\p{M}\p{N}\p{Co}]/u.test(text)))
    throw new TermProblem('There is nothing to search for', place)
  return { ...place, type: 'search', text, isPhrase }
}

function feedbackTerm(place: TermRange, { key = '' }: Word, values: WordValue[]): FilterTerm {
  const name = unquoted(key.slice(FEEDBACK.length))
  const [first] = values
  const bound = values.length === 1 && first ? readBound(first.text, 'score') : undefined
  const patterns = values.map(({ text, isQuoted }) => createPattern(text, isQuoted))
  return { ...place, type: 'feedback', key: name, values: patterns, ...(bound && { bound }) }
}

function metadataTerm(place: TermRange, { key = '' }: Word, values: WordValue[]): FilterTerm {
  const name = unquoted(key.slice(METADATA.length))
  for (const value of values) refuseComparison(key, value)
  const patterns = values.map(({ text, isQuoted }) => createPattern(text, isQuoted))
  return { ...place, type: 'metadata', key: name, values: patterns }
}

function readNumber(key: NumberFilterKey, values: WordValue[]): Bound {
  const [first, second] = values
  const { unit } = filterKeys[key]
  if (second) throw new TermProblem(`${key} takes one ${unitHint[unit]}`, second)
  const bound = first && readBound(first.text, unit)
  // No duration is exactly two seconds.
  const isExactMatch = unit !== 'count' && bound?.comparison === '='
  if (!bound || isExactMatch)
    throw new TermProblem(`${key} takes ${unitHint[unit]}`, first ?? { start: 0, end: 0 })
  return bound
}

function readTime(key: TimeFilterKey, values: WordValue[]): TimeBounds {
  const [first, second] = values
  const range = first && !second ? readTimeRange(first.text) : undefined
  if (!range)
    throw new TermProblem(`${key} takes ${TIME_HINT}`, second ?? first ?? { start: 0, end: 0 })
  return range
}

function toPattern(key: TextFilterKey, value: WordValue): Pattern {
  const definition = filterKeys[key]
  refuseComparison(key, value)
  if (!('options' in definition)) return createPattern(value.text, value.isQuoted)
  const text = value.text.toLowerCase()
  const options: readonly string[] = definition.options
  if (!options.includes(text))
    throw new TermProblem(`${key} is one of ${options.join(', ')}`, value)
  return { text, isPattern: false }
}

function refuseComparison(key: string, value: WordValue) {
  if (/^[<>]/.test(value.text) && !value.isQuoted)
    throw new TermProblem(`${key} is not a number: it cannot be compared`, value)
}

const createPattern = (text: string, isQuoted: boolean): Pattern => ({
  text,
  isPattern: text.includes('*') && !isQuoted,
})

function unknownKey({ key = '', start }: Word): TermProblem {
  if (`${key.toLowerCase()}.` === METADATA)
    return new TermProblem('metadata needs a key, such as metadata.customer:acme', {
      start,
      end: start + key.length,
    })
  const suggestion = [...Object.keys(filterKeys), ...Object.keys(keyAliases)].find((name) =>
    name.startsWith(key.toLowerCase().slice(0, 3)),
  )
  const hint =
    suggestion === undefined ? 'put it in quotation marks to search for it' : `try ${suggestion}:`
  return new TermProblem(`There is no filter ${key}; ${hint}`, { start, end: start + key.length })
}
