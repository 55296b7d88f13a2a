import { formatTerm, metadataKey, quoteValue } from './format-filter.ts'
import { type FilterTerm, parseFilter } from './parse-filter.ts'

/** The text with the value asked for, or no longer: other values of its key become alternatives. */
export function toggleValue(text: string, key: string, value: string): string {
  const term = parseFilter(text).terms.find((one) => isOf(one, key))
  if (!term) return `${text.trim()} ${formatTerm(key, value)}`.trim()
  const isThere = term.values.some((known) => known.text === value && !known.isPattern)
  const written = term.values
    .filter((known) => known.text !== value || known.isPattern)
    .map((known) => (known.isPattern ? known.text : quoteValue(known.text)))
  if (!isThere) written.push(quoteValue(value))
  if (written.length === 0) return removeTerm(text, term)
  return `${text.slice(0, term.at)}${key}:${written.join(',')}${text.slice(term.end)}`
}

/** The text after terms that have to be met too; what it says already is not said twice. */
export function withTerms(text: string, terms: readonly string[]): string {
  const said = parseFilter(text).terms.map(({ at, end }) => text.slice(at, end))
  return [...terms.filter((term) => !said.includes(term)), text].join(' ').trim()
}

export const removeTerm = (text: string, { at, end }: Pick<FilterTerm, 'at' | 'end'>): string =>
  `${text.slice(0, at).trimEnd()} ${text.slice(end).trimStart()}`.trim()

/** Of a key, the values that are asked for. */
export const valuesAsked = (terms: readonly FilterTerm[], key: string): string[] =>
  terms.flatMap((term) => (isOf(term, key) ? term.values.map(({ text }) => text) : []))

type Named = Extract<FilterTerm, { type: 'text' | 'metadata' }>

const isOf = (term: FilterTerm, key: string): term is Named =>
  !term.isNegated &&
  ((term.type === 'text' && term.key === key) ||
    (term.type === 'metadata' && metadataKey(term.key) === key))
