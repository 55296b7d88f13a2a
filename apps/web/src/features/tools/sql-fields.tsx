import type { SqlToolConfig } from '@lathe/contract'
import { PasswordInput, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { PrivateNetworkField } from '../../ui/fields/private-network-field.tsx'
import { NumberEntry } from '../../ui/fields/number-entry.tsx'
import styles from './tools.module.css'

type Database = SqlToolConfig['database']

type SqlFieldsProps = {
  config: SqlToolConfig
  error: string | undefined
  onChange: (config: SqlToolConfig) => void
}

const EMPTY_DATABASES: Record<Database['type'], Database> = {
  sqlite: { type: 'sqlite', file: '' },
  postgres: { type: 'postgres', url: 'postgres://', password: '', allowPrivate: false },
}

export function SqlFields({ config, error, onChange }: SqlFieldsProps) {
  const { database, allowWrites, maxRows, timeoutMs } = config
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Database"
        className={styles.effect ?? ''}
        data={[
          { value: 'sqlite', label: 'SQLite file' },
          { value: 'postgres', label: 'Postgres' },
        ]}
        value={database.type}
        onChange={(type) => onChange({ ...config, database: EMPTY_DATABASES[type] })}
      />
      <DatabaseFields
        database={database}
        error={error}
        onChange={(next) => onChange({ ...config, database: next })}
      />
      <Switch
        label="Allow writes"
        description="Otherwise the database rejects every change"
        checked={allowWrites}
        onChange={(event) => onChange({ ...config, allowWrites: event.currentTarget.checked })}
      />
      <div className={styles.pair}>
        <NumberEntry
          label="Maximum rows"
          min={1}
          max={10_000}
          allowDecimal={false}
          value={maxRows}
          onChange={(value) => onChange({ ...config, maxRows: value || 1 })}
        />
        <NumberEntry
          label="Query timeout, ms"
          min={100}
          max={60_000}
          allowDecimal={false}
          value={timeoutMs}
          onChange={(value) => onChange({ ...config, timeoutMs: value || 100 })}
        />
      </div>
    </>
  )
}

type DatabaseFieldsProps = {
  database: Database
  error: string | undefined
  onChange: (database: Database) => void
}

function DatabaseFields({ database, error, onChange }: DatabaseFieldsProps) {
  if (database.type === 'sqlite') {
    return (
      <TextInput
        label="File"
        description="A file in the databases folder of the data folder, or a file listed in LATHE_SQL_FILES"
        placeholder="shop.db"
        required
        value={database.file}
        error={error}
        onChange={(event) => onChange({ ...database, file: event.currentTarget.value })}
      />
    )
  }
  return (
    <>
      <TextInput
        label="Address"
        description="sslmode=require or verify-full enables TLS. Use a role with the fewest permissions needed"
        placeholder="postgres://user@db.example.com:5432/shop"
        required
        value={database.url}
        error={error}
        onChange={(event) => onChange({ ...database, url: event.currentTarget.value })}
      />
      <PasswordInput
        label="Password"
        description="Stored encrypted, never shown again"
        autoComplete="off"
        value={database.password}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onChange({ ...database, password: event.currentTarget.value })}
      />
      <PrivateNetworkField
        description="For a database on this machine or your own network"
        checked={database.allowPrivate}
        onChange={(allowPrivate) => onChange({ ...database, allowPrivate })}
      />
    </>
  )
}
