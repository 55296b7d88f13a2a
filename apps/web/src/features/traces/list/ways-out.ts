import { parseFilter, removeTerm } from '@lathe/traces'
import type { ListFilter } from './list-search.ts'

/** The list with one of its conditions fewer, and what is asked no longer. */
export type WayOut = { without: string; filter: ListFilter }

const MOST = 6

/** Where several conditions together leave nothing: what is left without each of them; `when` names its time. */
export function waysOut(asked: ListFilter, when: string | undefined): WayOut[] {
  const { filter } = asked
  const ways = parseFilter(filter)
    .terms.slice(0, MOST)
    .map((term) => ({
      without: filter.slice(term.at, term.end),
      filter: { ...asked, filter: removeTerm(filter, term) },
    }))
  if (when !== undefined) ways.push({ without: when, filter: { filter, range: 'all' } })
  return ways.length < 2 ? [] : ways
}
