import { ColumnMenu } from '../../../ui/column-menu.tsx'
import { useListSearch } from './list-search.ts'
import { columnTitles, shownColumns } from './trace-columns.tsx'
import { useTraces } from './use-traces.ts'

const columns = Object.entries(columnTitles).map(([id, title]) => ({ id, title }))

/** Which columns the list has; the choice is part of the address. */
export function TraceColumnMenu() {
  const { filter, columns: named, change } = useListSearch()
  const { traces } = useTraces(filter)
  return (
    <ColumnMenu
      columns={columns}
      shown={shownColumns(named, traces)}
      onChange={(next) => change({ columns: next })}
    />
  )
}
