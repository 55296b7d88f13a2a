import { Select, Autocomplete } from '@mantine/core'
import { findConnectionByName, type ModelSettings } from '@lathe/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { MODEL_APIS } from '../../../lib/format/model-apis.ts'
import { NumberEntry } from '../../../ui/fields/number-entry.tsx'
import { api } from '../../../lib/api/api.ts'
import shared from '../comparison.module.css'
import styles from './variants.module.css'

type ModelEditorProps = { value: ModelSettings; onChange: (value: ModelSettings) => void }

const PARAMETERS = [
  { key: 'temperature', label: 'Temperature', min: 0, max: 2, step: 0.1, isWhole: false },
  { key: 'maxTokens', label: 'Max output tokens', min: 1, max: 1e9, step: 100, isWhole: true },
  { key: 'topP', label: 'Top p', min: 0, max: 1, step: 0.05, isWhole: false },
  { key: 'seed', label: 'Seed', min: -1e15, max: 1e15, step: 1, isWhole: true },
] as const

const EFFORTS = ['minimal', 'low', 'medium', 'high'] as const

/** Edits connection, model and parameters. Blank parameters use the provider's defaults. */
export function ModelEditor({ value, onChange }: ModelEditorProps) {
  const set = <K extends keyof ModelSettings>(key: K, next: ModelSettings[K] | undefined) => {
    const { [key]: _old, ...rest } = value
    onChange((next === undefined ? rest : { ...rest, [key]: next }) as ModelSettings)
  }

  const written = PARAMETERS.filter(({ key }) => value[key] !== undefined)
  const ownSettings = [
    ...written,
    ...(value.reasoningEffort === undefined ? [] : [{ label: 'Reasoning' }]),
  ]

  return (
    <>
      <div className={shared.pair}>
        <ModelName value={value} onChange={(next) => onChange({ ...value, ...next })} />
      </div>
      <details className={styles.node}>
        <summary>
          Parameters{' '}
          <span className={shared.muted}>
            {ownSettings.length === 0
              ? 'the provider’s own'
              : ownSettings.map(({ label }) => label).join(', ')}
          </span>
        </summary>
        <div className={shared.pair}>
          {PARAMETERS.map(({ key, label, min, max, step, isWhole }) => (
            <NumberEntry
              key={key}
              label={label}
              placeholder="Provider default"
              min={min}
              max={max}
              step={step}
              clampBehavior="strict"
              allowDecimal={!isWhole}
              value={value[key]}
              onChange={(next) => set(key, next)}
            />
          ))}
          <Select
            label="API"
            placeholder="Chat completions"
            clearable
            data={MODEL_APIS}
            value={value.api ?? null}
            onChange={(api) => set('api', api ?? undefined)}
          />
          <Select
            label="Reasoning effort"
            placeholder="Provider default"
            clearable
            data={EFFORTS}
            value={value.reasoningEffort ?? null}
            onChange={(effort) => set('reasoningEffort', effort ?? undefined)}
          />
        </div>
      </details>
    </>
  )
}

type ModelName = Pick<ModelSettings, 'connection' | 'name'>

type ModelNameProps = { value: ModelName; label?: string; onChange: (value: ModelName) => void }

/** Selects a connection and one of its models. */
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
        placeholder="Select a model"
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
