import { Select, Switch, Textarea } from '@mantine/core'
import type { Json } from '@lathe/contract'
import { NumberEntry } from '../fields/number-entry.tsx'
import { type Field, fieldKind } from './field-kind.ts'
import { JsonField } from './json-field.tsx'
import type { FieldInput, SchemaForm } from './use-schema-form.ts'
import styles from './schema-fields.module.css'

export type SchemaFieldProps = {
  field: Field
  value: Json | undefined
  error: string | undefined
  onInput: (input: FieldInput) => void
  /** False if the surrounding element already shows the label. */
  hasLabel?: boolean
}

/** Input for a field's schema. Arrays and objects are edited as JSON. */
export function SchemaField(props: SchemaFieldProps) {
  const { field, value, error, onInput, hasLabel = true } = props
  const kind = fieldKind(field.schema)
  const common = {
    ...(hasLabel ? { label: field.label } : { 'aria-label': field.label }),
    description: field.description,
    error,
    withAsterisk: field.isRequired,
  }

  switch (kind.kind) {
    case 'text':
      return (
        <Textarea
          {...common}
          autosize
          minRows={1}
          maxRows={12}
          value={typeof value === 'string' ? value : ''}
          onChange={({ currentTarget }) => {
            const { value: text } = currentTarget
            onInput({ value: text === '' ? undefined : text })
          }}
        />
      )
    case 'number':
      return (
        <NumberEntry
          {...common}
          value={typeof value === 'number' ? value : undefined}
          allowDecimal={!kind.isInteger}
          {...(kind.min !== undefined && { min: kind.min })}
          {...(kind.max !== undefined && { max: kind.max })}
          clampBehavior="none"
          onChange={(next) => onInput({ value: next })}
        />
      )
    case 'flag':
      return (
        <Switch
          label={field.label}
          description={field.description}
          error={error}
          checked={value === true}
          onChange={({ currentTarget }) => onInput({ value: currentTarget.checked })}
        />
      )
    case 'choice':
      return (
        <Select
          {...common}
          data={kind.options.map((option) => ({
            value: JSON.stringify(option),
            label: typeof option === 'string' ? option : JSON.stringify(option),
          }))}
          value={value === undefined ? null : JSON.stringify(value)}
          clearable={!field.isRequired}
          onChange={(selected) => {
            const option = kind.options.find((item) => JSON.stringify(item) === selected)
            onInput({ value: option })
          }}
        />
      )
    default:
      return (
        <JsonField
          label={field.label}
          hasLabel={hasLabel}
          description={field.description}
          error={error}
          shape={kind.shape}
          isRequired={field.isRequired}
          value={value}
          onInput={onInput}
        />
      )
  }
}

type SchemaFieldsProps = {
  form: SchemaForm
}

export function SchemaFields({ form }: SchemaFieldsProps) {
  return (
    <div className={styles.root}>
      {form.fields.map((field) => (
        <SchemaField
          key={field.name}
          field={field}
          value={form.values[field.name]}
          error={form.errors[field.name]}
          onInput={(input) => form.set(field.name, input)}
        />
      ))}
    </div>
  )
}
