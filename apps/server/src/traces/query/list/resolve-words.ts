import type { FilterTerm } from '@lathe/traces'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/db/db.ts'
import type { FrequentTerm, IdsTerm } from './conditions.ts'

type SearchTerm = Extract<FilterTerm, { type: 'search' }>

/** To find out takes as long as to ask about some traces, and whoever looks at a list asks again and again. */
const REMEMBERED = { max: 1_000, ttl: 60_000 }

/** Words that were found to be frequent; sifting is right of any. */
const found = new WeakMap<Db, LRUCache<string, true>>()

/** The traces that have the words, or what tells them where they are too many to be named. */
export async function resolveWords(
  db: Db,
  workspaceId: string,
  term: SearchTerm,
): Promise<IdsTerm | FrequentTerm> {
  const query = queryOf(term)
  const key = JSON.stringify([workspaceId, query])
  const frequent = found.get(db) ?? new LRUCache<string, true>(REMEMBERED)
  found.set(db, frequent)
  if (!frequent.has(key)) {
    const { isCut, ...named } = await find(db, workspaceId, term)
    if (!isCut) return named
    frequent.set(key, true)
  }
  const among = (traceIds: readonly string[]) => db.texts.among(workspaceId, [query], traceIds)
  return { type: 'frequent', among, isNegated: term.isNegated }
}

async function find(db: Db, workspaceId: string, term: SearchTerm) {
  const { traceIds: ids, isCut } = await db.texts.find(workspaceId, [queryOf(term)])
  return { type: 'ids' as const, column: 'id' as const, ids, isNegated: term.isNegated, isCut }
}

const queryOf = ({ text, isPhrase }: SearchTerm) => ({
  text: text.replace(/\*$/, ''),
  isPrefix: !isPhrase,
})
