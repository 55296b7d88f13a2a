import { ActionIcon, Button, Input, PasswordInput, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import styles from './pair-rows.module.css'

export type PairRow = { id: number; name: string; value: string }

type PairRowsProps = {
  legend: string
  /** Name of one row, for example "header". */
  itemName: string
  placeholder?: string
  rows: readonly PairRow[]
  /** Masks the values. */
  isSecret?: boolean
  error?: string | undefined
  onChange: (rows: PairRow[]) => void
}

/** Editable list of name–value pairs. */
export function PairRows(props: PairRowsProps) {
  const { legend, itemName, placeholder = 'name', rows, isSecret = false, error, onChange } = props
  const Value = isSecret ? PasswordInput : TextInput
  const edit = (id: number, part: Partial<PairRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  const nextId = rows.reduce((largest, row) => Math.max(largest, row.id), 0) + 1
  return (
    <fieldset className={styles.root}>
      <legend>{legend}</legend>
      {rows.map((row, index) => (
        <div key={row.id} className={styles.row}>
          <TextInput
            aria-label={`Name of ${itemName} ${index + 1}`}
            placeholder={placeholder}
            value={row.name}
            onChange={(event) => edit(row.id, { name: event.currentTarget.value })}
          />
          <Value
            aria-label={`Value of ${itemName} ${index + 1}`}
            placeholder="value"
            autoComplete="off"
            value={row.value}
            onChange={(event) => edit(row.id, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            aria-label={`Remove ${itemName} ${row.name || index + 1}`}
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
        {`Add a ${itemName}`}
      </Button>
    </fieldset>
  )
}

export const toPairRows = (pairs: Readonly<Record<string, string>>): PairRow[] =>
  Object.entries(pairs).map(([name, value], id) => ({ id, name, value }))

/** Rows without a name are still being written. */
export const fromPairRows = (rows: readonly PairRow[]): Record<string, string> =>
  Object.fromEntries(
    rows.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
  )
