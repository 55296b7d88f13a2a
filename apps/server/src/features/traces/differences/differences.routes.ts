import { type FilterExpression, type FilterTerm, listLeaves } from '@lathe/traces'
import { readFilter } from '../../../db/spans/list/read-filter.ts'
import { api } from '../../../http/api.ts'
import { explain, type Group } from './explain.ts'
import { countSaid, findGroup, readMembers } from './groups.store.ts'

export const differenceRoutes = {
  differences: api.traces.differences.handler(async ({ input, context, errors, signal }) => {
    const { db, workspaceId } = context
    const { these: given, those: against, filter, ...range } = input
    const { terms: common } = readFilter({ filter }, errors)
    const [one, other] = [given, against].map((text) => readFilter({ filter: text }, errors).terms)
    const find = (terms: FilterExpression[] = [], among?: string[]) =>
      findGroup(db, workspaceId, { ...range, terms: [...common, ...terms], among }, signal)
    const [these, those] = await Promise.all([find(one), find(other)])
    // Those that are among these, were it further back than they are counted, are not the others.
    const first = new Set((await find(one, those.ids)).ids)
    const rest = those.ids.filter((id) => !first.has(id))

    const groupOf = async (ids: readonly string[]): Promise<Group> => {
      const [said, members] = await Promise.all([
        countSaid(db, workspaceId, ids),
        readMembers(db, workspaceId, ids),
      ])
      return { size: ids.length, said, members }
    }
    const [theirs, others] = await Promise.all([groupOf(these.ids), groupOf(rest)])
    // What the groups were chosen by tells nothing.
    const asked = new Set<string>(listLeaves([...(one ?? []), ...(other ?? [])]).flatMap(keyOf))
    if (asked.has('status')) asked.add('error')
    return {
      these: { counted: theirs.size, isPartial: these.isPartial },
      those: { counted: others.size, isPartial: those.isPartial },
      both: those.ids.length - rest.length,
      ...explain(theirs, others, asked),
    }
  }),
}

const keyOf = (term: FilterTerm) =>
  term.type === 'text' || term.type === 'number' ? [term.key] : []
