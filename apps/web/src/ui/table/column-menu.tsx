import { Button, Menu } from '@mantine/core'
import styles from './column-menu.module.css'

export type ColumnChoice = { id: string; title: string }

type ColumnMenuProps = {
  /** All available columns, in display order. */
  columns: readonly ColumnChoice[]
  visibleIds: readonly string[]
  /** Undefined resets to the default columns. */
  onChange: (shown: string[] | undefined) => void
}

/** Menu that selects the columns of a table. */
export function ColumnMenu({ columns, visibleIds, onChange }: ColumnMenuProps) {
  const toggle = (id: string) =>
    onChange(
      visibleIds.includes(id)
        ? visibleIds.filter((visibleId) => visibleId !== id)
        : [...visibleIds, id],
    )
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default">
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.columns}>
        {columns.map(({ id, title }) => (
          <Menu.CheckboxItem key={id} checked={visibleIds.includes(id)} onChange={() => toggle(id)}>
            {title}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onChange(undefined)}>Reset</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
