import {
  FEEDBACK,
  type FilterExpression,
  type FilterTerm,
  listLeaves,
  METADATA,
} from '@lathe/traces'
import { readFilter } from '../query/list/read-filter.ts'
import { api } from '../../api/context.ts'
import { listCandidates } from './candidates.ts'
import { explain, LEAST } from './explain.ts'
import { findGroup, listFeedback, listLabels, readMembers } from './groups.store.ts'

export const differenceRoutes = {
  differences: api.traces.differences.handler(async ({ input, context, errors, signal }) => {
    const { db, workspaceId } = context
    const { these: given, those: against, filter, ...range } = input
    const { terms: common } = readFilter({ filter }, errors)
    const [one, other] = [given, against].map((text) => readFilter({ filter: text }, errors).terms)
    const find = (terms: FilterExpression[] = [], among?: string[]) =>
      findGroup(
        db,
        workspaceId,
        { ...range, terms: [...common, ...terms], withinIds: among },
        signal,
      )
    const [these, those] = await Promise.all([find(one), find(other)])
    // Traces of the first group are excluded from the second, even those beyond the counted ones.
    const first = new Set((await find(one, those.ids)).ids)
    const rest = those.ids.filter((id) => !first.has(id))

    const all = [...these.ids, ...rest]
    const [labels, members, feedback] = await Promise.all([
      listLabels(db, workspaceId, all, LEAST),
      readMembers(db, workspaceId, all),
      listFeedback(db, workspaceId, all),
    ])
    // Skip the keys the groups were chosen by.
    const asked = new Set<string>(listLeaves([...(one ?? []), ...(other ?? [])]).flatMap(keyOf))
    if (asked.has('status')) asked.add('error')
    return {
      these: { counted: these.ids.length, isPartial: these.isPartial },
      those: { counted: rest.length, isPartial: those.isPartial },
      both: those.ids.length - rest.length,
      ...explain(
        { these: these.ids, those: rest },
        listCandidates(labels, members, feedback),
        asked,
      ),
    }
  }),
}

const keyOf = (term: FilterTerm): string[] => {
  if (term.type === 'metadata') return [`${METADATA}${term.key}`]
  if (term.type === 'feedback') return [`${FEEDBACK}${term.key}`]
  return term.type === 'text' || term.type === 'number' ? [term.key] : []
}
