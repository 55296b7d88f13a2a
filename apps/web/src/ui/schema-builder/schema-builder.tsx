import { SegmentedControl } from '@mantine/core'
import type { JsonSchema } from '@lathe/contract'
import { useState } from 'react'
import { AddItemButton } from '../fields/add-item-button.tsx'
import { JsonField } from '../schema-form/json-field.tsx'
import styles from './schema-builder.module.css'
import { moveItem } from '../fields/item-buttons.tsx'
import { type BuilderField, newField, readFields, writeFields } from './builder-fields.ts'
import { BuilderRow } from './builder-row.tsx'

type SchemaBuilderProps = {
  /** Name of the described value, for example "Answer". */
  label: string
  schema: JsonSchema
  onChange: (schema: JsonSchema) => void
}

/** Edits an object schema as a list of fields, or as JSON if it is more than that. */
export function SchemaBuilder({ label, schema, onChange }: SchemaBuilderProps) {
  const fields = readFields(schema)
  const [isJson, setJson] = useState(fields === undefined)

  return (
    <div className={styles.items}>
      {fields !== undefined && (
        <SegmentedControl
          size="xs"
          aria-label={`Editor for ${label.toLowerCase()}`}
          data={[
            { value: 'fields', label: 'Fields' },
            { value: 'json', label: 'JSON Schema' },
          ]}
          value={isJson ? 'json' : 'fields'}
          onChange={(view) => setJson(view === 'json')}
        />
      )}
      {isJson || fields === undefined ? (
        <JsonField
          label={`${label} as JSON Schema`}
          hasLabel={false}
          shape="object"
          value={schema}
          onInput={(input) => {
            // The field only accepts objects.
            if ('value' in input && input.value !== undefined) onChange(input.value as JsonSchema)
          }}
        />
      ) : (
        <FieldRows fields={fields} onChange={(next) => onChange(writeFields(schema, next))} />
      )}
    </div>
  )
}

type FieldRowsProps = {
  fields: readonly BuilderField[]
  onChange: (fields: BuilderField[]) => void
}

function FieldRows({ fields, onChange }: FieldRowsProps) {
  return (
    <>
      <ul className={styles.items}>
        {fields.map((field, index) => (
          <BuilderRow
            // The name changes while typing, so the index is the key.
            key={`row ${index}`}
            field={field}
            names={fields.map(({ name }) => name)}
            position={{ index, count: fields.length }}
            onChange={(next) => onChange(fields.with(index, next))}
            onMove={(to) => onChange(moveItem(fields, index, to))}
            onRemove={() => onChange(fields.toSpliced(index, 1))}
          />
        ))}
      </ul>
      <AddItemButton onAdd={() => onChange([...fields, newField(fields)])}>Field</AddItemButton>
    </>
  )
}
