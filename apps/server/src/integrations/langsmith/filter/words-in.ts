import { toMicros } from '@lathe/traces'
import type { TextQuery } from '../../../platform/db/texts/text-index.ts'
import type { Filter } from './parse-filter.ts'

/** Ways in which a run that passes may say it: of one of them it holds all the words. */
export type Ways = readonly (readonly TextQuery[])[]

const MOST_WAYS = 10

/** The words of every run that passes, as far as the filter names any; undefined where it does not. */
export function wordsIn(filter: Filter): Ways | undefined {
  if (!('of' in filter)) {
    const query = queryOf(filter)
    return query && [[query]]
  }
  if (filter.op === 'not') return undefined
  const parts = filter.of.map(wordsIn)
  const told = parts.filter((part) => part !== undefined)
  if (filter.op === 'or') {
    const ways = told.flat()
    return told.length < parts.length || ways.length > MOST_WAYS ? undefined : ways
  }
  const [first, ...others] = told.toSorted((a, b) => b.length - a.length)
  // Of several with ways of their own one is enough to lead to the run.
  const sure = others.filter(({ length }) => length === 1).flat(2)
  return first?.map((way) => [...way, ...sure])
}

/** What the words of a span are taken from; keys and tags are not among it. */
const SEARCHED = new Set<string | null>([null, 'inputs', 'outputs', 'error', 'name'])
const VALUES = new Set(['input_value', 'output_value'])

function queryOf(filter: Exclude<Filter, { of: Filter[] }>): TextQuery | undefined {
  if (filter.op === 'search')
    return SEARCHED.has(filter.field) ? textQuery(filter.value, true) : undefined
  if (filter.op !== 'eq' || !VALUES.has(filter.field)) return undefined
  // An object is compared as its JSON, whose keys are no words.
  return typeof filter.value === 'string' && !isOtherThanWords(filter.value)
    ? textQuery(filter.value, false)
    : undefined
}

/** Times are compared as times, however they are written. */
const isOtherThanWords = (value: string) => /^\s*[[{]/.test(value) || toMicros(value) !== undefined

/** What JSON has beside words, or writes in a way of its own. */
const NOT_SAID = /":|\\|(?<![\p{L}\p{N}])(?:true|false|null)(?![\p{L}\p{N}])/iu
/** Written without spaces: what is one word in a text is looked for by a part of it. */
const UNSPACED =
  /\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana}|\p{sc=Thai}|\p{sc=Laoo}|\p{sc=Khmr}|\p{sc=Mymr}/u
const DATA = /\S{500}/

function textQuery(text: string, isPrefix: boolean): TextQuery | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined
  if ([NOT_SAID, UNSPACED, DATA].some((pattern) => pattern.test(text))) return undefined
  return { text, isPrefix, isLoose: true }
}
