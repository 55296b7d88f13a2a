import type { Facets } from '@lathe/contract'
import type { ReactNode } from 'react'
import { formatEnds } from './format-when.ts'
import { useListSearch } from './list-search.ts'
import { TypedFilter } from './typed-filter.tsx'

type ListFilterProps = { facets: Facets | undefined; children: ReactNode }

/** What is typed, and the time that was brushed. */
export function ListFilterBar({ facets, children }: ListFilterProps) {
  const { filter, change } = useListSearch()
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
  return (
    <TypedFilter
      filter={filter.filter}
      onChange={(text) => change({ filter: text || undefined })}
      onClear={() => change({ filter: undefined, from: undefined, to: undefined, view: undefined })}
      facets={facets}
      chips={brushed}
    >
      {children}
    </TypedFilter>
  )
}
