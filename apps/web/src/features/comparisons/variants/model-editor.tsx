import { Autocomplete, NumberInput, Select } from '@mantine/core'
import type { ModelSettings } from '@lathe/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import styles from '../comparison.module.css'

type ModelEditorProps = { value: ModelSettings; onChange: (value: ModelSettings) => void }

const PARAMETERS = [
  { key: 'temperature', label: 'Temperature', min: 0, max: 2, step: 0.1, isWhole: false },
  { key: 'maxTokens', label: 'Most output tokens', min: 1, max: 1e9, step: 100, isWhole: true },
  { key: 'topP', label: 'Top p', min: 0, max: 1, step: 0.05, isWhole: false },
  { key: 'seed', label: 'Seed', min: -1e15, max: 1e15, step: 1, isWhole: true },
] as const

const EFFORTS = ['minimal', 'low', 'medium', 'high'] as const

/** Connection, model and parameters; what is left empty is the provider's own. */
export function ModelEditor({ value, onChange }: ModelEditorProps) {
  const { data: connections = [] } = useQuery(api.models.connections.queryOptions())
  const connection = connections.find(({ name }) => name === value.connection)
  const { data: models = [] } = useQuery(
    api.models.list.queryOptions({ input: connection ? { id: connection.id } : skipToken }),
  )
  const names = new Set([...connections.map(({ name }) => name), value.connection])
  const set = <K extends keyof ModelSettings>(key: K, next: ModelSettings[K] | undefined) => {
    const { [key]: _old, ...rest } = value
    onChange((next === undefined ? rest : { ...rest, [key]: next }) as ModelSettings)
  }

  return (
    <div className={styles.pair}>
      <Select
        label="Connection"
        allowDeselect={false}
        data={[...names]}
        value={value.connection}
        onChange={(name) => {
          if (name !== null) onChange({ ...value, connection: name })
        }}
      />
      <Autocomplete
        label="Model"
        data={[...new Set(models.map(({ id }) => id))]}
        maxLength={256}
        maxDropdownHeight={280}
        value={value.name}
        onChange={(name) => onChange({ ...value, name })}
      />
      {PARAMETERS.map(({ key, label, min, max, step, isWhole }) => (
        <NumberInput
          key={key}
          label={label}
          placeholder="Provider’s own"
          min={min}
          max={max}
          step={step}
          clampBehavior="strict"
          allowDecimal={!isWhole}
          value={value[key] ?? ''}
          onChange={(next) => set(key, typeof next === 'number' ? next : undefined)}
        />
      ))}
      <Select
        label="Reasoning effort"
        placeholder="Provider’s own"
        clearable
        data={EFFORTS}
        value={value.reasoningEffort ?? null}
        onChange={(effort) => set('reasoningEffort', effort ?? undefined)}
      />
    </div>
  )
}
