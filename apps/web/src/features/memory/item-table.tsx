import { Button } from '@mantine/core'
import type { MemoryItem } from '@lathe/contract'
import { getRouteApi } from '@tanstack/react-router'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import { itemKey } from './item-key.ts'
import styles from './memory.module.css'
import { Namespace } from './namespace.tsx'

const route = getRouteApi('/memory')

type ItemTableProps = {
  items: readonly MemoryItem[]
  selected: MemoryItem | undefined
  isFiltered: boolean
  isStale: boolean
  onEnd: () => void
}

export function ItemTable({ items, selected, isFiltered, isStale, onEnd }: ItemTableProps) {
  const navigate = route.useNavigate()
  const show = (item: MemoryItem) =>
    void navigate({ search: (current) => ({ ...current, key: itemKey(item) }), replace: true })
  return (
    <DataTable
      label="Memory items"
      columns={COLUMNS}
      rows={items}
      rowId={itemKey}
      selectedId={selected && itemKey(selected)}
      onOpen={show}
      onPreview={show}
      onMove={show}
      options={{
        isStale,
        onEnd,
        empty: isFiltered ? (
          <EmptyState
            title="No matching memory items"
            action={
              <Button variant="default" onClick={() => void navigate({ search: {} })}>
                Clear filter
              </Button>
            }
          />
        ) : (
          <EmptyState
            title="No memory items yet"
            hint="Items that agents and clients store in LangGraph’s store, across threads, appear here."
          />
        ),
      }}
    />
  )
}

const COLUMNS: readonly Column<MemoryItem>[] = [
  {
    id: 'namespace',
    header: 'Namespace',
    width: '160px',
    cell: ({ namespace }) => <Namespace labels={namespace} />,
  },
  { id: 'key', header: 'Key', width: '140px', cell: ({ key }) => key },
  {
    id: 'value',
    header: 'Value',
    isSecondary: true,
    cell: ({ value }) => <span className={styles.mono}>{JSON.stringify(value).slice(0, 200)}</span>,
  },
  {
    id: 'at',
    header: 'Written',
    width: '96px',
    cell: ({ updatedAt }) => <RelativeTime time={updatedAt} />,
  },
]
