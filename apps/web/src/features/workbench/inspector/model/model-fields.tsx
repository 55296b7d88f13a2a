import { Autocomplete, Select } from '@mantine/core'
import { findConnectionByName, type ModelSettings } from '@lathe/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { describeError } from '../../../../lib/describe-error.ts'
import { api } from '../../../../lib/api.ts'
import { useFieldProblems } from '../fields/field-problems.tsx'
import styles from '../inspector.module.css'
import { ModelParameters } from './model-parameters.tsx'

export type ModelFieldsProps = {
  /** Path of the settings within the node: `model`, `decide.model`. */
  field: string
  value: ModelSettings
  onChange: (value: ModelSettings, field: string) => void
}

/** Connection and model, picked from what there is, and the call's parameters. */
export function ModelFields({ field, value, onChange }: ModelFieldsProps) {
  const { data: connections = [] } = useQuery(api.models.connections.queryOptions())
  const connection = findConnectionByName(connections, value.connection)
  const models = useQuery(
    api.models.list.queryOptions({ input: connection ? { id: connection.id } : skipToken }),
  )
  const connectionProblem = useFieldProblems(`${field}.connection`)
  const nameProblem = useFieldProblems(`${field}.name`)
  const names = connections.map(({ name }) => name)
  const selected = connection?.name ?? value.connection

  return (
    <>
      <div className={styles.pair}>
        <Select
          label="Connection"
          data={names.includes(selected) ? names : [...names, selected]}
          value={selected}
          allowDeselect={false}
          error={connectionProblem}
          wrapperProps={{ 'data-field': `${field}.connection` }}
          onChange={(name) => {
            if (name !== null) onChange({ ...value, connection: name }, `${field}.connection`)
          }}
        />
        <Autocomplete
          label="Model"
          data={[...new Set(models.data?.map(({ id }) => id))]}
          value={value.name}
          error={nameProblem}
          maxLength={256}
          maxDropdownHeight={280}
          wrapperProps={{ 'data-field': `${field}.name` }}
          onChange={(name) => onChange({ ...value, name }, `${field}.name`)}
        />
      </div>
      {models.error && (
        <p className={styles.hint}>
          The models of this connection could not be listed: {describeError(models.error).message}{' '}
          <Link to="/models">Open the connection</Link>
        </p>
      )}
      <ModelParameters field={field} value={value} onChange={onChange} />
    </>
  )
}
