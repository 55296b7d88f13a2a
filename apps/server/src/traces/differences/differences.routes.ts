import {
  FEEDBACK,
  type FilterExpression,
  type FilterTerm,
  listLeaves,
  METADATA,
} from '@lathe/traces'
import { readFilter } from '../query/list/trace-filter.ts'
import { api } from '../../api/context.ts'
import { listCandidates } from './candidates.ts'
import { explain, MIN_TRACES } from './explain.ts'
import { findGroup, listFeedback, listLabels, readMembers } from './groups.store.ts'

export const differenceRoutes = {
  differences: api.traces.differences.handler(async ({ input, context, errors, signal }) => {
    const { db, workspaceId } = context
    const { these: firstFilter, those: secondFilter, filter, ...range } = input
    const { terms: commonTerms } = readFilter({ filter }, errors)
    const [firstTerms, secondTerms] = [firstFilter, secondFilter].map(
      (text) => readFilter({ filter: text }, errors).terms,
    )
    const findTraces = (terms: FilterExpression[] = [], withinIds?: string[]) =>
      findGroup(db, workspaceId, { ...range, terms: [...commonTerms, ...terms], withinIds }, signal)
    const [firstGroup, secondGroup] = await Promise.all([
      findTraces(firstTerms),
      findTraces(secondTerms),
    ])
    // Traces of the first group are excluded from the second, even those beyond the counted ones.
    const firstIds = new Set((await findTraces(firstTerms, secondGroup.ids)).ids)
    const secondIds = secondGroup.ids.filter((id) => !firstIds.has(id))

    const allIds = [...firstGroup.ids, ...secondIds]
    const [labels, members, feedback] = await Promise.all([
      listLabels(db, workspaceId, allIds, MIN_TRACES),
      readMembers(db, workspaceId, allIds),
      listFeedback(db, workspaceId, allIds),
    ])
    // Skip the keys the groups were chosen by.
    const filteredKeys = new Set<string>(
      listLeaves([...(firstTerms ?? []), ...(secondTerms ?? [])]).flatMap(termKeys),
    )
    if (filteredKeys.has('status')) filteredKeys.add('error')
    return {
      these: { counted: firstGroup.ids.length, isPartial: firstGroup.isPartial },
      those: { counted: secondIds.length, isPartial: secondGroup.isPartial },
      both: secondGroup.ids.length - secondIds.length,
      ...explain(
        { these: firstGroup.ids, those: secondIds },
        listCandidates(labels, members, feedback),
        filteredKeys,
      ),
    }
  }),
}

const termKeys = (term: FilterTerm): string[] => {
  if (term.type === 'metadata') return [`${METADATA}${term.key}`]
  if (term.type === 'feedback') return [`${FEEDBACK}${term.key}`]
  return term.type === 'text' || term.type === 'number' ? [term.key] : []
}
