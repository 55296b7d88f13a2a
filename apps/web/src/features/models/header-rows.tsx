import { ActionIcon, Button, Input, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { HeaderRow } from './connection-draft.ts'
import styles from './models.module.css'

type HeaderRowsProps = {
  rows: HeaderRow[]
  error?: string | undefined
  onChange: (rows: HeaderRow[]) => void
}

/** Headers sent with every call of the connection. */
export function HeaderRows({ rows, error, onChange }: HeaderRowsProps) {
  const edit = (id: number, part: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  const nextId = rows.reduce((largest, row) => Math.max(largest, row.id), 0) + 1
  return (
    <fieldset className={styles.headers}>
      <legend>Headers</legend>
      {rows.map((row, index) => (
        <div key={row.id} className={styles.headerRow}>
          <TextInput
            aria-label={`Name of header ${index + 1}`}
            placeholder="x-header"
            value={row.name}
            onChange={(event) => edit(row.id, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={`Value of header ${index + 1}`}
            placeholder="value"
            value={row.value}
            onChange={(event) => edit(row.id, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            aria-label={`Remove header ${row.name || index + 1}`}
            onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
          >
            <IconX size={14} />
          </ActionIcon>
        </div>
      ))}
      {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={12} />}
        onClick={() => onChange([...rows, { id: nextId, name: '', value: '' }])}
      >
        Add a header
      </Button>
    </fieldset>
  )
}
