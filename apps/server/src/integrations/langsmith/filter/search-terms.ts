import { toMicros } from '@lathe/traces'
import type { TextQuery } from '../../../platform/db/texts/text-index.ts'
import type { Filter } from './parse-filter.ts'

/** Alternative term lists. A matching run contains every term of at least one list. */
export type SearchAlternatives = readonly (readonly TextQuery[])[]

const MAX_ALTERNATIVES = 10

/**
 * Returns search terms that every matching run contains, or undefined if the filter requires none.
 */
export function searchTerms(filter: Filter): SearchAlternatives | undefined {
  if (!('of' in filter)) {
    const query = toTextQuery(filter)
    return query && [[query]]
  }
  if (filter.op === 'not') return undefined
  const parts = filter.of.map(searchTerms)
  const resolvedParts = parts.filter((part) => part !== undefined)
  if (filter.op === 'or') {
    const alternatives = resolvedParts.flat()
    return resolvedParts.length < parts.length || alternatives.length > MAX_ALTERNATIVES
      ? undefined
      : alternatives
  }
  const [first, ...remaining] = resolvedParts.toSorted((a, b) => b.length - a.length)
  // Use the alternatives of one condition only: a product of several would grow too large.
  const required = remaining.filter(({ length }) => length === 1).flat(2)
  return first?.map((alternative) => [...alternative, ...required])
}

/** Fields in the full-text index. Keys and tags are not indexed. */
const SEARCHED = new Set<string | null>([null, 'inputs', 'outputs', 'error', 'name'])
const VALUES = new Set(['input_value', 'output_value'])

function toTextQuery(filter: Exclude<Filter, { of: Filter[] }>): TextQuery | undefined {
  if (filter.op === 'search')
    return SEARCHED.has(filter.field) ? textQuery(filter.value, true) : undefined
  if (filter.op !== 'eq' || !VALUES.has(filter.field)) return undefined
  // Objects are compared as JSON, whose keys are not indexed.
  return typeof filter.value === 'string' && !isNotText(filter.value)
    ? textQuery(filter.value, false)
    : undefined
}

/** Times match regardless of format, and JSON regardless of whitespace. */
const isNotText = (value: string) => /^\s*[[{]/.test(value) || toMicros(value) !== undefined

/** JSON syntax, which is not indexed as words. */
const JSON_SYNTAX = /":|\\|(?<![\p{L}\p{N}])(?:true|false|null)(?![\p{L}\p{N}])/iu
/** Scripts without spaces match parts of words. */
const UNSPACED_SCRIPTS =
  /\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana}|\p{sc=Thai}|\p{sc=Laoo}|\p{sc=Khmr}|\p{sc=Mymr}/u
const DATA = /\S{500}/

function textQuery(text: string, isPrefix: boolean): TextQuery | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined
  if ([JSON_SYNTAX, UNSPACED_SCRIPTS, DATA].some((pattern) => pattern.test(text))) return undefined
  return { text, isPrefix, isLoose: true }
}
