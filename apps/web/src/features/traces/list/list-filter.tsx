import type { Facets } from '@lathe/contract'
import { type ReactNode, useMemo, useState } from 'react'
import { type FilterProblem, parseFilter, removeTerm } from '@lathe/traces'
import { formatEnds } from './trace-range.ts'
import { useListSearch } from './list-search.ts'
import { filterCompletions } from '../../../lib/values/filter-completions.ts'
import { FilterBar, type FilterChip } from '../../../ui/fields/filter-bar.tsx'
import { FilterProblemText } from '../../../ui/fields/filter-problem.tsx'
import { IndexProgress } from '../../../shared/index-progress.tsx'
import styles from './list.module.css'

type ListFilterProps = { facets: Facets | undefined; children: ReactNode }

/** The filter with the brushed time range as a chip. */
export function ListFilterBar({ facets, children }: ListFilterProps) {
  const { filter, change } = useListSearch()
  const brushedRange =
    filter.from !== undefined && filter.to !== undefined
      ? [
          {
            id: 'brush',
            label: formatEnds(filter.from, filter.to).join(' – '),
            onRemove: () => change({ from: undefined, to: undefined }),
          },
        ]
      : []
  return (
    <TypedFilter
      filter={filter.filter}
      onChange={(text) => change({ filter: text || undefined })}
      onClear={() => change({ filter: undefined, from: undefined, to: undefined, view: undefined })}
      facets={facets}
      chips={brushedRange}
    >
      {children}
    </TypedFilter>
  )
}

type TypedFilterProps = {
  filter: string
  onChange: (filter: string) => void
  onClear: () => void
  facets: Facets | undefined
  /** Further active filters. */
  chips?: readonly FilterChip[]
  children?: ReactNode
}

/** The typed filter, its terms as chips, and its first syntax error. */
export function TypedFilter(props: TypedFilterProps) {
  const { filter, onChange, onClear, facets, chips = [], children } = props
  const [invalidInput, setInvalidInput] = useState<{ text: string; problem: FilterProblem }>()
  const { completions, notes } = useMemo(() => filterCompletions(facets), [facets])
  const {
    terms,
    problems: [fromAddress],
  } = parseFilter(filter)
  const invalidFilter = invalidInput ?? (fromAddress && { text: filter, problem: fromAddress })
  const parts = terms.map((term) => ({
    id: String(term.start),
    label: filter.slice(term.start, term.end),
    onRemove: () => onChange(removeTerm(filter, term)),
  }))
  const handleChange = (text: string) => {
    const [problem] = parseFilter(text).problems
    setInvalidInput(problem && { text, problem })
    if (!problem) onChange(text)
  }

  return (
    <>
      <FilterBar
        placeholder="Filter: status:error latency:>2s text in payloads"
        query={filter}
        onQueryChange={handleChange}
        completions={completions}
        notes={notes}
        rejectedQuery={invalidInput?.text}
        chips={[...chips, ...parts]}
        onClear={onClear}
      >
        {children}
      </FilterBar>
      {invalidFilter && (
        <p className={styles.problem} role="alert">
          <FilterProblemText {...invalidFilter} />
        </p>
      )}
      <IndexProgress filters={[filter]} />
    </>
  )
}
