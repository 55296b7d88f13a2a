import { type FilterExpression, type FilterGroup, isGroup } from '@lathe/traces'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import {
  and,
  buildCondition,
  type FrequentTerm,
  type IdsTerm,
  or,
  type ResolvedTerm,
} from './conditions.ts'
import { resolveTerm } from './resolve-term.ts'

/** Returns the ids that pass a condition SQL cannot decide. */
export type PostFilter = (traceIds: readonly string[]) => Promise<readonly string[]>

type QueryContext = { db: Db; workspaceId: string }

/** Resolves the names in a term or group to ids. A group that contains frequent words becomes a post-filter itself. */
export async function resolveExpression(
  db: Db,
  workspaceId: string,
  expression: FilterExpression,
): Promise<ResolvedTerm> {
  if (!isGroup(expression)) return await resolveTerm(db, workspaceId, expression)
  const { type, isNegated } = expression
  const members = await Promise.all(
    expression.of.map((member) => resolveExpression(db, workspaceId, member)),
  )
  const frequent = members.filter((term) => term.type === 'frequent')
  if (frequent.length === 0) return { type, of: members, isNegated }
  const otherTerms = members.filter((term) => term.type !== 'frequent')
  const postFilters = frequent.map((term) => toPostFilter(term))
  const context = { db, workspaceId }
  const filterIds =
    type === 'any'
      ? passAny([sqlPostFilter(context, type, otherTerms), ...postFilters])
      : passAll([sqlPostFilter(context, type, otherTerms), ...postFilters])
  return { type: 'frequent', filterIds, isNegated }
}

/** Converts a term of frequent words into a function that keeps the traces that pass. */
export function toPostFilter({ filterIds, isNegated }: FrequentTerm): PostFilter {
  if (!isNegated) return filterIds
  return async (traceIds) => {
    const matches = new Set(await filterIds(traceIds))
    return traceIds.filter((id) => !matches.has(id))
  }
}

export const isIdsTerm = (term: ResolvedTerm): term is IdsTerm =>
  term.type === 'ids' && term.column === 'id' && !term.isNegated

const passAll = (postFilters: readonly PostFilter[]) => async (traceIds: readonly string[]) => {
  let passing = [...traceIds]
  for (const postFilter of postFilters)
    if (passing.length > 0) passing = [...(await postFilter(passing))]
  return passing
}

/** Tests each alternative only on the traces that no other alternative has passed. */
const passAny = (postFilters: readonly PostFilter[]) => async (traceIds: readonly string[]) => {
  const passing = new Set<string>()
  for (const postFilter of postFilters) {
    const remaining = traceIds.filter((id) => !passing.has(id))
    if (remaining.length > 0) for (const id of await postFilter(remaining)) passing.add(id)
  }
  return traceIds.filter((id) => passing.has(id))
}

function sqlPostFilter(
  { db, workspaceId }: QueryContext,
  type: FilterGroup['type'],
  terms: readonly ResolvedTerm[],
): PostFilter {
  const conditions = terms.map((term) => buildCondition(db, term))
  if (conditions.length === 0) return async (traceIds) => (type === 'all' ? traceIds : [])
  const isPassing = type === 'all' ? and(conditions) : or(conditions)
  return async (traceIds) => {
    const { rows } = await sql<{ id: string }>`select traces.id from traces
      where traces.workspace_id = ${workspaceId}
        and ${db.portable.isOneOf(sql.ref<string>('traces.id'), traceIds)}
        and ${isPassing}`.execute(db)
    return rows.map(({ id }) => id)
  }
}
