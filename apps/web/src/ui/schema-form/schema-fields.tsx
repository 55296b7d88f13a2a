import { SchemaField } from './schema-field.tsx'
import styles from './schema-fields.module.css'
import type { SchemaForm } from './use-schema-form.ts'

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
