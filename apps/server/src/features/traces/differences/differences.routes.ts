import type { FilterTerm } from '@lathe/traces'
import { readFilter } from '../../../db/spans/list/read-filter.ts'
import { api } from '../../../http/api.ts'
import { explain, type Group } from './explain.ts'
import { countSaid, findGroup, readMembers } from './groups.store.ts'

export const differenceRoutes = {
  differences: api.traces.differences.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const { these: first, those: second, filter, ...range } = input
    const { terms: common } = readFilter({ filter }, errors)
    const [one, other] = [first, second].map((text) => readFilter({ filter: text }, errors).terms)
    const find = (terms: FilterTerm[] = []) =>
      findGroup(db, workspaceId, { ...range, terms: [...common, ...terms] })
    const [these, those] = await Promise.all([find(one), find(other)])

    const ofThose = new Set(those.ids)
    const both = new Set(these.ids.filter((id) => ofThose.has(id)))
    const groupOf = async ({ ids }: typeof these): Promise<Group> => {
      const own = ids.filter((id) => !both.has(id))
      const [said, members] = await Promise.all([
        countSaid(db, workspaceId, own),
        readMembers(db, workspaceId, own),
      ])
      return { size: own.length, said, members }
    }
    const [theirs, others] = await Promise.all([groupOf(these), groupOf(those)])
    // What the groups were chosen by tells nothing.
    const asked = new Set([...(one ?? []), ...(other ?? [])].flatMap(keyOf))
    return {
      these: { counted: theirs.size, isPartial: these.isPartial },
      those: { counted: others.size, isPartial: those.isPartial },
      both: both.size,
      ...explain(theirs, others, asked),
    }
  }),
}

const keyOf = (term: FilterTerm) => ('key' in term ? [term.key] : [])
