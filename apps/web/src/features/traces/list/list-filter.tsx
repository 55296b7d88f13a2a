import { type FilterProblem, parseFilter, removeTerm } from '@lathe/traces'
import type { Facets } from '@lathe/contract'
import { type ReactNode, useMemo, useState } from 'react'
import { filterCompletions } from '../../../lib/filter-completions.ts'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { formatEnds } from './format-when.ts'
import { useListSearch } from './list-search.ts'
import styles from './list.module.css'

type ListFilterProps = { facets: Facets | undefined; children: ReactNode }

/** The typed filter, what is on, and what of it is not understood. */
export function ListFilterBar({ facets, children }: ListFilterProps) {
  const { filter, change } = useListSearch()
  const [wrong, setWrong] = useState<{ text: string; problem: FilterProblem }>()
  const { completions, notes } = useMemo(() => filterCompletions(facets), [facets])
  const setText = (text: string) => change({ filter: text || undefined })

  const handleChange = (text: string) => {
    const [problem] = parseFilter(text).problems
    setWrong(problem && { text, problem })
    if (!problem) setText(text)
  }

  const brushed =
    filter.from !== undefined && filter.to !== undefined
      ? [
          {
            id: 'brush',
            label: formatEnds(filter.from, filter.to).join(' – '),
            onRemove: () => change({ from: undefined, to: undefined }),
          },
        ]
      : []
  const {
    terms,
    problems: [fromAddress],
  } = parseFilter(filter.filter)
  const chips = terms.map((term) => ({
    id: String(term.at),
    label: filter.filter.slice(term.at, term.end),
    onRemove: () => setText(removeTerm(filter.filter, term)),
  }))

  return (
    <>
      <FilterBar
        placeholder="Filter: status:error latency:>2s words in the payloads"
        query={filter.filter}
        onQueryChange={handleChange}
        completions={completions}
        notes={notes}
        refused={wrong?.text}
        chips={[...brushed, ...chips]}
        onClear={() =>
          change({ filter: undefined, from: undefined, to: undefined, view: undefined })
        }
      >
        {children}
      </FilterBar>
      {wrong ? (
        <Complaint {...wrong} />
      ) : (
        fromAddress && <Complaint text={filter.filter} problem={fromAddress} />
      )}
    </>
  )
}

/** The filter as typed, with the place underlined. */
function Complaint({ text, problem }: { text: string; problem: FilterProblem }) {
  const { at, length, message } = problem
  return (
    <p className={styles.complaint} role="alert">
      <code>
        {text.slice(0, at)}
        <mark>{text.slice(at, at + length)}</mark>
        {text.slice(at + length)}
      </code>{' '}
      {message}.
    </p>
  )
}
