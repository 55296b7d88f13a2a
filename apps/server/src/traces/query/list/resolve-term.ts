import type { FilterTerm, Pattern } from '@lathe/traces'
import { sql, type SqlBool } from 'kysely'
import { validate } from 'uuid'
import type { Db } from '../../../platform/db/db.ts'
import { findAgentId } from '../../../agents/find-agent-id.ts'
import { type FrequentTerm, type IdsTerm, matchesAny, type ResolvedTerm } from './conditions.ts'
import { LRUCache } from 'lru-cache'

type TextTerm = Extract<FilterTerm, { type: 'text' }>

const ID_COLUMNS: Partial<Record<TextTerm['key'], 'agent_id' | 'project_id' | 'thread_id'>> = {
  agent: 'agent_id',
  project: 'project_id',
  thread: 'thread_id',
}

const isWildcard = ({ text, isPattern }: Pattern) => isPattern && /^\*+$/.test(text)

/** Resolves the names of a term to ids and its search terms to traces. */
export async function resolveTerm(
  db: Db,
  workspaceId: string,
  term: FilterTerm,
): Promise<ResolvedTerm> {
  const { isNegated } = term
  if (term.type === 'search') return await resolveSearch(db, workspaceId, term)
  if (term.type !== 'text') return term
  const column = ID_COLUMNS[term.key]
  if (column && term.values.some(isWildcard)) return { type: 'present', column, isNegated }
  if (term.key === 'pinned') {
    const ids = await pinnedIds(db, workspaceId)
    const hasValue = (text: string) => term.values.some((value) => value.text === text)
    if (hasValue('true') && hasValue('false'))
      return { type: 'ids', column: 'id', ids: [], isNegated: !isNegated }
    return { type: 'ids', column: 'id', ids, isNegated: isNegated !== hasValue('false') }
  }
  if (term.key === 'agent') {
    const ids = await agentIds(db, workspaceId, term.values)
    return { type: 'ids', column: 'agent_id', ids, isNegated }
  }
  if (term.key === 'project') {
    const ids = await projectIds(db, workspaceId, term.values)
    return { type: 'ids', column: 'project_id', ids, isNegated }
  }
  return term
}

/** The agents' ids. Bare prompts and judges belong to their comparison. */
async function agentIds(db: Db, workspaceId: string, values: readonly Pattern[]) {
  const exact = values
    .filter(({ isPattern }) => !isPattern)
    .map(({ text }) => findAgentId(db, workspaceId, text, { evenDeleted: true }))
  const patterns = values.filter(({ isPattern }) => isPattern)
  const rows =
    patterns.length === 0
      ? []
      : await db
          .selectFrom('agents')
          .select('id')
          .where('workspace_id', '=', workspaceId)
          .where(matchesAny(db, sql.ref('agents.slug'), patterns))
          .execute()
  const comparisons = await db
    .selectFrom('comparisons')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(
      sql<SqlBool>`(${matchesAny(db, sql.ref('name'), values)} or ${matchesAny(db, sql.ref('id'), values)})`,
    )
    .execute()
  const found = (await Promise.all(exact)).filter((id) => id !== undefined)
  return [...found, ...[...rows, ...comparisons].map(({ id }) => id)]
}

async function pinnedIds(db: Db, workspaceId: string) {
  const rows = await db
    .selectFrom('pinned_traces')
    .select('trace_id')
    .where('workspace_id', '=', workspaceId)
    .execute()
  return rows.map(({ trace_id }) => trace_id)
}

async function projectIds(db: Db, workspaceId: string, values: readonly Pattern[]) {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(matchesAny(db, sql.ref('projects.name'), values))
    .execute()
  // A deleted agent is identified by its id.
  const ids = values.filter(({ text, isPattern }) => !isPattern && validate(text))
  return [...rows.map(({ id }) => id), ...ids.map(({ text }) => text)]
}

type SearchTerm = Extract<FilterTerm, { type: 'search' }>

/** Whether a word is frequent is expensive to find out and requested often. */
const FREQUENT_TERM_CACHE = { max: 1_000, ttl: 60_000 }

/** Frequent search terms. A post-filter gives correct results for any term. */
const frequentTerms = new WeakMap<Db, LRUCache<string, true>>()

/** Returns the traces that contain the search terms, or a post-filter if there are too many. */
async function resolveSearch(
  db: Db,
  workspaceId: string,
  term: SearchTerm,
): Promise<IdsTerm | FrequentTerm> {
  const query = toSearchQuery(term)
  const key = JSON.stringify([workspaceId, query])
  const frequent = frequentTerms.get(db) ?? new LRUCache<string, true>(FREQUENT_TERM_CACHE)
  frequentTerms.set(db, frequent)
  if (!frequent.has(key)) {
    const { isCut, ...idsTerm } = await searchIds(db, workspaceId, term)
    if (!isCut) return idsTerm
    frequent.set(key, true)
  }
  const filterIds = (traceIds: readonly string[]) => db.texts.among(workspaceId, [query], traceIds)
  return { type: 'frequent', filterIds, isNegated: term.isNegated }
}

async function searchIds(db: Db, workspaceId: string, term: SearchTerm) {
  const { traceIds: ids, isCut } = await db.texts.find(workspaceId, [toSearchQuery(term)])
  return { type: 'ids' as const, column: 'id' as const, ids, isNegated: term.isNegated, isCut }
}

const toSearchQuery = ({ text, isPhrase }: SearchTerm) => ({
  text: text.replace(/\*$/, ''),
  isPrefix: !isPhrase,
})
