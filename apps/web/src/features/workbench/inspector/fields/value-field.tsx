import { SegmentedControl } from '@mantine/core'
import type { Json, JsonSchema, Value } from '@lathe/contract'
import { jsonOrText } from '@lathe/contract/json-or-text'
import { SchemaField } from '../../../../ui/schema-form/schema-field.tsx'
import { CodeTextField } from './code-text-field.tsx'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import styles from './fields.module.css'

type ValueFieldProps = FieldProps & {
  value: Value
  onChange: (value: Value) => void
  /** Schema of the value. Selects the literal's control. */
  schema?: JsonSchema
}

type ValueSource = 'value' | 'template' | 'expression'

const SOURCES = [
  { value: 'value', label: 'Value' },
  { value: 'template', label: 'Template' },
  { value: 'expression', label: 'Expression' },
]

const valueSource = (value: Value): ValueSource =>
  'template' in value ? 'template' : 'expression' in value ? 'expression' : 'value'

/** Edits a value that is a literal, a template or an expression. */
export function ValueField(props: ValueFieldProps) {
  const { field, label, description, value, onChange, schema = ANY_SCHEMA } = props
  const source = valueSource(value)
  return (
    <div className={styles.value}>
      <div className={styles.valueHead}>
        <span className={styles.valueLabel}>{label}</span>
        <SegmentedControl
          size="xs"
          aria-label={`Source of ${label}`}
          data={SOURCES}
          value={source}
          onChange={(next) => onChange(converted(value, next as ValueSource))}
        />
      </div>
      {'template' in value && (
        <CodeTextField
          {...{ field, label, description }}
          hasLabel={false}
          isContainer
          textField={`${field}.template`}
          kind="template"
          value={value.template}
          onChange={(template) => onChange({ template })}
        />
      )}
      {'expression' in value && (
        <CodeTextField
          {...{ field, label, description }}
          hasLabel={false}
          isContainer
          textField={`${field}.expression`}
          kind="expression"
          value={value.expression}
          onChange={(expression) => onChange({ expression })}
        />
      )}
      {'value' in value && (
        <FieldFrame {...{ field, description }} label={undefined}>
          <LiteralField label={label} schema={schema} value={value.value} onChange={onChange} />
        </FieldFrame>
      )}
    </div>
  )
}

const ANY_SCHEMA: JsonSchema = {}

type LiteralFieldProps = {
  label: string
  schema: JsonSchema
  value: Json
  onChange: (value: Value) => void
}

function LiteralField({ label, schema, value, onChange }: LiteralFieldProps) {
  return (
    <SchemaField
      field={{ name: label, label, description: undefined, schema, isRequired: false }}
      hasLabel={false}
      value={value}
      error={undefined}
      onInput={(input) => {
        if ('value' in input) onChange({ value: input.value ?? emptyValue(schema) })
      }}
    />
  )
}

/** A literal needs a value, so clearing it leaves the type's empty value. */
const emptyValue = (schema: JsonSchema): Json => (schema['type'] === 'string' ? '' : null)

/** Converts a value to another form as far as possible. */
function converted(value: Value, to: ValueSource): Value {
  const text =
    'template' in value
      ? value.template
      : 'expression' in value
        ? value.expression
        : typeof value.value === 'string'
          ? value.value
          : JSON.stringify(value.value)
  if (to === 'template') return { template: text }
  if (to === 'expression') {
    return { expression: 'value' in value ? JSON.stringify(value.value) : text }
  }
  return { value: jsonOrText(text) }
}
