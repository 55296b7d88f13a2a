import type { ToolEntry } from '@lathe/contract'
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { toolColumns } from './tool-columns.tsx'

const route = getRouteApi('/tools')

type ToolTableProps = {
  tools: readonly ToolEntry[]
  query: string
  selected: string | undefined
  onClear: () => void
}

export function ToolTable({ tools, query, selected, onClear }: ToolTableProps) {
  const navigate = route.useNavigate()
  const open = ({ name }: ToolEntry) =>
    void navigate({ search: ({ q }) => ({ q, tool: name }), replace: selected !== undefined })
  return (
    <DataTable
      label="Tools"
      columns={toolColumns}
      rows={tools}
      rowId={({ name }) => name}
      selectedId={selected}
      onOpen={open}
      onPreview={open}
      options={{
        rowHeight: 44,
        empty: (
          <EmptyState
            title={`No tool matches “${query}”`}
            action={
              <Button variant="default" onClick={onClear}>
                Clear search
              </Button>
            }
          />
        ),
      }}
    />
  )
}
