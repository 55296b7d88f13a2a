import { Button } from '@mantine/core'
import { toggleValue, parseFilter, removeTerm } from '@lathe/traces'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../lib/api/api.ts'
import { plural } from '../../../lib/format/format.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { countTraces, formatTotal } from './use-counts.ts'
import { formatEnds, rangeLabels } from './trace-range.ts'
import { filterKey, type ListFilter, toInput, useListSearch } from './list-search.ts'

/** Suggests which filter condition to remove when no trace matches. */
export function NoMatches({ filter }: { filter: ListFilter }) {
  const timeLabel = formatTimeRange(filter)
  return (
    <EmptyState
      title="No matching traces"
      hint={[filter.filter, timeLabel].filter(Boolean).join(' · ')}
      action={
        <>
          <RelaxedFilterButtons filters={relaxFilter(filter, timeLabel)} />
          <OtherEnvironments filter={filter} />
          <ClearFilter />
        </>
      }
    />
  )
}

function formatTimeRange({ from, to, range }: ListFilter): string | undefined {
  if (from !== undefined && to !== undefined) return formatEnds(from, to).join(' – ')
  return range === 'all' ? undefined : rangeLabels[range]
}

/** Buttons that remove one condition, if that yields any traces. */
function RelaxedFilterButtons({ filters }: { filters: readonly RelaxedFilter[] }) {
  const { change } = useListSearch()
  const counts = useQueries({
    queries: filters.map(({ filter }) => ({
      queryKey: [...api.traces.histogram.key(), 'without', filterKey(filter)],
      queryFn: ({ signal }) => countTraces(toInput(filter), signal),
    })),
  })
  return filters.map(({ removedCondition, filter: { filter, range, from, to } }, index) => {
    const total = counts[index]?.data
    if (!total?.count) return null
    return (
      <Button
        key={removedCondition}
        variant="default"
        onClick={() => change({ filter: filter || undefined, range, from, to })}
      >
        Without {removedCondition}: {formatTotal(total)}
      </Button>
    )
  })
}

/** The environments whose traces match the rest of the filter. */
export function OtherEnvironments({ filter }: { filter: ListFilter }) {
  const { change } = useListSearch()
  const { data } = useQuery({
    queryKey: [...api.traces.facets.key(), 'environments', filterKey(filter)],
    queryFn: ({ signal }) => api.traces.facets.call(toInput(filter), { signal }),
  })
  const environments = data?.facets.find(({ key }) => key === 'environment')?.values ?? []
  return environments.map(({ value, count }) => (
    <Button
      key={value}
      variant="default"
      onClick={() =>
        change({ filter: toggleValue(filter.filter, 'environment', value) || undefined })
      }
    >
      {plural(count, 'trace')} in {value}
    </Button>
  ))
}

export const InvalidFilter = ({ filter }: { filter: ListFilter }) => (
  <EmptyState title="Invalid filter" hint={filter.filter} action={<ClearFilter />} />
)

const ClearFilter = () => (
  <Button variant="default" renderRoot={(props) => <Link to="/traces" search={{}} {...props} />}>
    Clear filter
  </Button>
)

/** A filter without one of its conditions. */
type RelaxedFilter = { removedCondition: string; filter: ListFilter }

const MAX_SUGGESTIONS = 6

/** One relaxed filter per condition. `when` is the label of the time range. */
export function relaxFilter(
  activeFilter: ListFilter,
  timeLabel: string | undefined,
): RelaxedFilter[] {
  const { filter } = activeFilter
  const filters = parseFilter(filter)
    .terms.slice(0, MAX_SUGGESTIONS)
    .map((term) => ({
      removedCondition: filter.slice(term.start, term.end),
      filter: { ...activeFilter, filter: removeTerm(filter, term) },
    }))
  if (timeLabel !== undefined)
    filters.push({ removedCondition: timeLabel, filter: { filter, range: 'all' } })
  return filters.length < 2 ? [] : filters
}
