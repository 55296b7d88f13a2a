import { formatTerm, joinFilters } from '@lathe/traces'
import { getRouteApi } from '@tanstack/react-router'
import { useWhileHere } from '../../../lib/use-while-here.ts'
import type { ListParams } from './list-params.ts'
import { rangeStart, type TraceRange } from './trace-range.ts'

const route = getRouteApi('/traces')

/** What the list shows, as its address says it. */
export type ListFilter = { filter: string; range: TraceRange; from?: number; to?: number }

type Changes = Partial<ListParams>

export function useListSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileHere()
  return {
    search,
    filter: filterOf(search),
    peek: search.peek,
    columns: search.columns,
    view: search.view,
    /** What the address does not name any more keeps its value. */
    change: (changes: Changes | ((now: ListParams) => Changes)) =>
      whileHere(() =>
        navigate({
          search: ({ status, agent, version, source, project, q, ...kept }) => ({
            ...kept,
            filter:
              filterText({ status, agent, version, source, project, q, ...kept }) || undefined,
            ...(typeof changes === 'function' ? changes(kept) : changes),
          }),
          replace: true,
        }),
      ),
  }
}

export function filterOf(search: ListParams): ListFilter {
  const { range = 'all', from, to } = search
  const isBrushed = from !== undefined && to !== undefined
  return { filter: filterText(search), range, ...(isBrushed && { from, to }) }
}

/** Links of other pages name parts of the filter; all of it is one text. */
function filterText(search: ListParams): string {
  const { status, agent, version, source, project, q, filter } = search
  const terms = [
    status?.length && `status:${status.join(',')}`,
    agent && formatTerm('agent', agent),
    version && `version:${version}`,
    source?.length && `source:${source.join(',')}`,
    project && formatTerm('project', project),
    q,
    filter,
  ]
  return joinFilters(...terms.map((term) => (term ? term : undefined)))
}

/** Names the list among others. */
export const keyOf = (filter: ListFilter): string => JSON.stringify(filter)

/** As the server is asked, now: a range moves on with the time. */
export const toInput = ({ filter, range, from, to }: ListFilter) => ({
  ...(filter && { filter }),
  from: from ?? rangeStart(range),
  to,
})
