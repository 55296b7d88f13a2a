import type { Facets } from '@lathe/contract'
import { METADATA } from '@lathe/traces'
import { ColumnMenu } from '../../../ui/column-menu.tsx'
import { useListSearch } from './list-search.ts'
import { columnTitles, metadataOf, shownColumns } from './trace-columns.tsx'
import { useTraces } from './use-traces.ts'

const own = Object.entries(columnTitles).map(([id, title]) => ({ id, title }))

/** Which columns the list has, keys of metadata among them; the choice is part of the address. */
export function TraceColumnMenu({ facets }: { facets: Facets | undefined }) {
  const { filter, columns: named, change } = useListSearch()
  const { traces } = useTraces(filter)
  const known = facets?.metadata.map(({ key }) => key) ?? []
  // The address parts columns by commas.
  const keys = [...new Set([...known, ...metadataOf(named)])].filter((key) => !key.includes(','))
  return (
    <ColumnMenu
      columns={[...own, ...keys.map((key) => ({ id: METADATA + key, title: METADATA + key }))]}
      shown={shownColumns(named, traces)}
      onChange={(next) => change({ columns: next })}
    />
  )
}
