import { FEEDBACK, METADATA } from './keys.ts'
import { type FilterExpression, type FilterTerm, isGroup, parseFilter } from './parse-filter.ts'
import { readTokens } from './tokens.ts'

/**
 * Quotes a value if the filter would not read it literally. After two slashes a colon belongs to a
 * URL.
 */
export const quoteValue = (value: string): string =>
  /^(?!\/\/)[^\s",*<>$\\=()-][^\s",*\\()]*$/.test(value)
    ? value
    : `"${value.replaceAll(/["\\]/g, '\\$&')}"`

/** Formats a filter term, with its value quoted if needed. */
export const formatTerm = (key: string, value: string): string => `${key}:${quoteValue(value)}`

/** Returns the filter key for a feedback key. */
export const feedbackKey = (key: string): string => `${FEEDBACK}${quoteKey(key)}`

/** Returns a filter for traces with any feedback under this key. */
export const formatFeedback = (key: string): string => `${feedbackKey(key)}:*`

/** Returns the filter key for a metadata key. */
export const metadataKey = (key: string): string => `${METADATA}${quoteKey(key)}`

const quoteKey = (key: string): string =>
  /^[\w.-]+$/.test(key) ? key : `"${key.replaceAll(/["\\]/g, '\\$&')}"`

/**
 * Adds a value to the filter, or removes it if present. Other values of the key stay as
 * alternatives.
 */
export function toggleValue(text: string, key: string, value: string): string {
  const term = parseFilter(text).terms.find((item) => hasKey(item, key))
  if (!term) return joinFilters(text.trim(), formatTerm(key, value))
  const exists = term.values.some((existing) => existing.text === value && !existing.isPattern)
  const values = term.values
    .filter((existing) => existing.text !== value || existing.isPattern)
    .map((existing) => (existing.isPattern ? existing.text : quoteValue(existing.text)))
  if (!exists) values.push(quoteValue(value))
  if (values.length === 0) return removeTerm(text, term)
  return `${text.slice(0, term.start)}${key}:${values.join(',')}${text.slice(term.end)}`
}

/** Puts required terms before the filter, without repeating existing ones. */
export function withTerms(text: string, terms: readonly string[]): string {
  const existing = parseFilter(text).terms.map(({ start, end }) => text.slice(start, end))
  return joinFilters(...terms.filter((term) => !existing.includes(term)), text.trim())
}

/** Joins filters with AND. Empty ones are ignored. */
export function joinFilters(...filters: readonly (string | undefined)[]): string {
  const nonEmpty = filters.filter((filter): filter is string => Boolean(filter?.trim()))
  if (nonEmpty.length < 2) return nonEmpty.join('')
  return nonEmpty.map((filter) => (hasOuterOr(filter) ? `(${filter})` : filter)).join(' ')
}

function hasOuterOr(filter: string): boolean {
  let depth = 0
  return readTokens(filter).some((token) => {
    if (token.type === 'open') depth += 1
    if (token.type === 'close') depth -= 1
    return depth === 0 && token.type === 'operator' && token.operator === 'OR'
  })
}

/** Removes an outer term, and the AND next to it. */
export function removeTerm(
  text: string,
  { start, end }: Pick<FilterExpression, 'start' | 'end'>,
): string {
  const before = text.slice(0, start).trimEnd()
  const after = text.slice(end).trimStart()
  const withoutOperator = before.replace(/(^|[\s)])AND$/, '$1')
  const rest = withoutOperator === before ? after.replace(/^AND(?=[\s(]|$)/, '') : after
  return `${withoutOperator.trimEnd()} ${rest.trimStart()}`.trim()
}

/** Lists all conditions, including those in groups. */
export const listLeaves = (terms: readonly FilterExpression[]): FilterTerm[] =>
  terms.flatMap((term) => (isGroup(term) ? listLeaves(term.of) : [term]))

/** Lists the values of a key of which every trace must have one. */
export const requiredValues = (terms: readonly FilterExpression[], key: string): string[] =>
  terms.flatMap((term) => (hasKey(term, key) ? term.values.map(({ text }) => text) : []))

type KeyedTerm = Extract<FilterTerm, { type: 'text' | 'metadata' }>

const hasKey = (term: FilterExpression, key: string): term is KeyedTerm =>
  !term.isNegated &&
  ((term.type === 'text' && term.key === key) ||
    (term.type === 'metadata' && metadataKey(term.key) === key))
