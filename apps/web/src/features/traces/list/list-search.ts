import { formatTerm, joinFilters } from '@lathe/traces'
import { getRouteApi } from '@tanstack/react-router'
import { useWhileCurrent } from '../../../lib/browser/use-while-current.ts'
import type { ListParams } from './list-params.ts'
import { rangeStart, type TraceRange } from './trace-range.ts'

const route = getRouteApi('/traces')

/** The active filter of the list. */
export type ListFilter = { filter: string; range: TraceRange; from?: number; to?: number }

type Changes = Partial<ListParams>

export function useListSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileCurrent()
  return {
    search,
    filter: toFilter(search),
    peek: search.peek,
    columns: search.columns,
    view: search.view,
    /** Omitted params keep their values. */
    change: (changes: Changes | ((params: ListParams) => Changes)) =>
      whileHere(() =>
        navigate({
          search: ({ status, agent, version, source, project, q, ...otherParams }) => ({
            ...otherParams,
            filter:
              filterText({ status, agent, version, source, project, q, ...otherParams }) ||
              undefined,
            ...(typeof changes === 'function' ? changes(otherParams) : changes),
          }),
          replace: true,
        }),
      ),
  }
}

export function toFilter(search: ListParams): ListFilter {
  const { range = 'all', from, to } = search
  const isBrushed = from !== undefined && to !== undefined
  return { filter: filterText(search), range, ...(isBrushed && { from, to }) }
}

/** Merges the separate filter params of links into one filter text. */
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

/** A cache key for the filter. */
export const filterKey = (filter: ListFilter): string => JSON.stringify(filter)

/** The request input. A relative range is resolved now. */
export const toInput = ({ filter, range, from, to }: ListFilter) => ({
  ...(filter && { filter }),
  from: from ?? rangeStart(range),
  to,
})
