import { Autocomplete, Select, Switch, TagsInput } from '@mantine/core'
import { findConnectionByName, type ModelSettings } from '@lathe/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { describeError } from '../../../../lib/api/describe-error.ts'
import { api } from '../../../../lib/api/api.ts'
import { useFieldProblems, FieldFrame } from '../fields/field-frame.tsx'
import styles from '../inspector.module.css'
import { JsonField } from '../../../../ui/schema-form/json-field.tsx'
import { ChoiceField, NumberField } from '../fields/scalar-fields.tsx'
import { setOrDrop } from '../use-member.ts'
import { MODEL_APIS } from '../../../../lib/format/model-apis.ts'

type ModelFieldsProps = {
  /** Path of the settings within the node: `model`, `decide.model`. */
  field: string
  value: ModelSettings
  onChange: (value: ModelSettings, field: string) => void
}

/** Selects connection, model and parameters. */
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
          Could not list the models of this connection: {describeError(models.error).message}{' '}
          <Link to="/models">Open connection</Link>
        </p>
      )}
      <ModelParameters field={field} value={value} onChange={onChange} />
    </>
  )
}

type NumberKey =
  | 'temperature'
  | 'topP'
  | 'maxTokens'
  | 'seed'
  | 'frequencyPenalty'
  | 'presencePenalty'

const NUMBERS: {
  key: NumberKey
  label: string
  limits: Parameters<typeof NumberField>[0]['limits']
}[] = [
  {
    key: 'temperature',
    label: 'Temperature',
    limits: { min: 0, max: 2, step: 0.1, isInteger: false },
  },
  { key: 'maxTokens', label: 'Max output tokens', limits: { min: 1, step: 100 } },
  { key: 'topP', label: 'Top p', limits: { min: 0, max: 1, step: 0.05, isInteger: false } },
  { key: 'seed', label: 'Seed', limits: {} },
  {
    key: 'frequencyPenalty',
    label: 'Frequency penalty',
    limits: { min: -2, max: 2, step: 0.1, isInteger: false },
  },
  {
    key: 'presencePenalty',
    label: 'Presence penalty',
    limits: { min: -2, max: 2, step: 0.1, isInteger: false },
  },
]

const EFFORTS = [
  { value: 'minimal', label: 'Minimal' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
] as const

/** Parameters of the model call. Empty ones use the provider's default. */
function ModelParameters({ field, value, onChange }: ModelFieldsProps) {
  const set = <K extends keyof ModelSettings>(key: K, next: ModelSettings[K] | undefined) =>
    onChange(setOrDrop(value, key, next), `${field}.${key}`)

  return (
    <details>
      <summary className={styles.hint}>{settingsSummary(value)}</summary>
      <div className={styles.inner}>
        <div className={styles.pair}>
          {NUMBERS.map(({ key, label, limits }) => (
            <NumberField
              key={key}
              field={`${field}.${key}`}
              label={label}
              placeholder="Provider default"
              value={value[key]}
              limits={limits ?? {}}
              onChange={(next) => set(key, next)}
            />
          ))}
          <ChoiceField
            field={`${field}.reasoningEffort`}
            label="Reasoning effort"
            placeholder="Provider default"
            isClearable
            options={EFFORTS}
            value={value.reasoningEffort}
            onChange={(next) => set('reasoningEffort', next)}
          />
          <ChoiceField
            field={`${field}.api`}
            label="API"
            placeholder="Chat completions"
            isClearable
            options={MODEL_APIS}
            value={value.api}
            onChange={(next) => set('api', next)}
          />
          <TagsInput
            label="Stop sequences"
            description="Up to 8 texts. Press Enter to add one."
            maxTags={8}
            value={value.stop ?? []}
            onChange={(stop) => set('stop', stop.length > 0 ? stop : undefined)}
          />
        </div>
        <Switch
          label="Parallel tool calls"
          checked={value.parallelToolCalls ?? true}
          onChange={({ currentTarget }) =>
            set('parallelToolCalls', currentTarget.checked ? undefined : false)
          }
        />
        <FieldFrame
          field={`${field}.extra`}
          label="Other parameters"
          description="A JSON object that is passed to the provider unchanged."
        >
          <JsonField
            label="Other parameters"
            hasLabel={false}
            shape="object"
            value={value.extra}
            onInput={(input) => {
              // The field accepts only objects.
              if ('value' in input) set('extra', input.value as ModelSettings['extra'])
            }}
          />
        </FieldFrame>
      </div>
    </details>
  )
}

function settingsSummary(value: ModelSettings): string {
  const set = NUMBERS.flatMap(({ key, label }) =>
    value[key] === undefined ? [] : `${label.toLowerCase()} ${value[key]}`,
  )
  return set.length > 0 ? `Parameters: ${set.join(', ')}` : 'Parameters'
}
