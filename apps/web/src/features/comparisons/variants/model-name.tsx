import { Autocomplete, Select } from '@mantine/core'
import { findConnectionByName, type ModelSettings } from '@lathe/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

type Named = Pick<ModelSettings, 'connection' | 'name'>

type ModelNameProps = { value: Named; label?: string; onChange: (value: Named) => void }

/** A connection and one of its models. */
export function ModelName({ value, label = 'Model', onChange }: ModelNameProps) {
  const { data: connections = [] } = useQuery(api.models.connections.queryOptions())
  const connection = findConnectionByName(connections, value.connection)
  const { data: models = [] } = useQuery(
    api.models.list.queryOptions({ input: connection ? { id: connection.id } : skipToken }),
  )
  const selected = connection?.name ?? value.connection
  const names = new Set([...connections.map(({ name }) => name), selected])
  return (
    <>
      <Select
        label="Connection"
        allowDeselect={false}
        data={[...names]}
        value={selected}
        onChange={(name) => {
          if (name !== null) onChange({ connection: name, name: value.name })
        }}
      />
      <Autocomplete
        label={label}
        placeholder="Choose a model"
        error={value.name.trim() === ''}
        data={[...new Set(models.map(({ id }) => id))]}
        maxLength={256}
        maxDropdownHeight={280}
        value={value.name}
        onChange={(name) => onChange({ connection: value.connection, name })}
      />
    </>
  )
}
