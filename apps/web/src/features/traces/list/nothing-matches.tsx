import { Button } from '@mantine/core'
import { toggleValue, parseFilter, removeTerm } from '@lathe/traces'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../lib/api.ts'
import { plural } from '../../../lib/format.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countTraces, tellTotal } from './use-counts.ts'
import { formatEnds, rangeLabels } from './trace-range.ts'
import { keyOf, type ListFilter, toInput, useListSearch } from './list-search.ts'

/** Suggests which filter condition to remove when no trace matches. */
export function NothingMatches({ filter }: { filter: ListFilter }) {
  const when = whenOf(filter)
  return (
    <EmptyState
      title="No matching traces"
      hint={[filter.filter, when].filter(Boolean).join(' · ')}
      action={
        <>
          <WaysOut ways={waysOut(filter, when)} />
          <OtherEnvironments filter={filter} />
          <ClearFilter />
        </>
      }
    />
  )
}

function whenOf({ from, to, range }: ListFilter): string | undefined {
  if (from !== undefined && to !== undefined) return formatEnds(from, to).join(' – ')
  return range === 'all' ? undefined : rangeLabels[range]
}

/** Buttons that remove one condition, if that yields any traces. */
function WaysOut({ ways }: { ways: readonly WayOut[] }) {
  const { change } = useListSearch()
  const counts = useQueries({
    queries: ways.map(({ filter }) => ({
      queryKey: [...api.traces.histogram.key(), 'without', keyOf(filter)],
      queryFn: ({ signal }) => countTraces(toInput(filter), signal),
    })),
  })
  return ways.map(({ without, filter: { filter, range, from, to } }, index) => {
    const total = counts[index]?.data
    if (!total?.count) return null
    return (
      <Button
        key={without}
        variant="default"
        onClick={() => change({ filter: filter || undefined, range, from, to })}
      >
        Without {without}: {tellTotal(total)}
      </Button>
    )
  })
}

/** The environments whose traces match the rest of the filter. */
export function OtherEnvironments({ filter }: { filter: ListFilter }) {
  const { change } = useListSearch()
  const { data } = useQuery({
    queryKey: [...api.traces.facets.key(), 'environments', keyOf(filter)],
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

export const NotUnderstood = ({ filter }: { filter: ListFilter }) => (
  <EmptyState title="Invalid filter" hint={filter.filter} action={<ClearFilter />} />
)

const ClearFilter = () => (
  <Button variant="default" renderRoot={(props) => <Link to="/traces" search={{}} {...props} />}>
    Clear filter
  </Button>
)

/** A filter without one of its conditions. */
type WayOut = { without: string; filter: ListFilter }

const MOST = 6

/** One relaxed filter per condition. `when` is the label of the time range. */
export function waysOut(asked: ListFilter, when: string | undefined): WayOut[] {
  const { filter } = asked
  const ways = parseFilter(filter)
    .terms.slice(0, MOST)
    .map((term) => ({
      without: filter.slice(term.at, term.end),
      filter: { ...asked, filter: removeTerm(filter, term) },
    }))
  if (when !== undefined) ways.push({ without: when, filter: { filter, range: 'all' } })
  return ways.length < 2 ? [] : ways
}
