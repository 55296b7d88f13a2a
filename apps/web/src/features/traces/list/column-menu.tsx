import { Button, Menu } from '@mantine/core'
import { columnTitles, type ColumnId, shownColumns } from './trace-columns.tsx'
import { useListSearch } from './list-search.ts'
import { useTraces } from './use-traces.ts'

/** Which columns the list has; the choice is part of the address. */
export function ColumnMenu() {
  const { filter, columns, change } = useListSearch()
  const { traces } = useTraces(filter)
  const shown = shownColumns(columns, traces)
  const toggle = (id: ColumnId) => {
    const next = shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]
    change({ columns: next })
  }
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default">
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(columnTitles).map(([id, title]) => (
          <Menu.CheckboxItem
            key={id}
            checked={shown.includes(id as ColumnId)}
            onChange={() => toggle(id as ColumnId)}
          >
            {title}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => change({ columns: undefined })}>As at first</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
