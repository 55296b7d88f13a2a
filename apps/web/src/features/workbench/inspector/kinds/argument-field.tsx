import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Value } from '@lathe/contract'
import type { Field } from '../../../../ui/schema-form/field-kind.ts'
import { ValueField } from '../fields/value-field.tsx'
import styles from '../inspector.module.css'
import { RemoveButton } from '../../../../ui/fields/item-buttons.tsx'

type ArgumentFieldProps = {
  /** Path of the containing map, for example `args`. */
  path: string
  field: Field
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** One argument. Optional arguments are added on request. */
export function ArgumentField({ path, field, value, onChange }: ArgumentFieldProps) {
  if (value === undefined) {
    return (
      <span>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          title={field.description}
          onClick={() => onChange(firstValue(field))}
        >
          {field.label}
          {field.isRequired && ' (required)'}
        </Button>
      </span>
    )
  }
  return (
    <div className={styles.row}>
      <ValueField
        field={`${path}.${field.name}`}
        label={field.isRequired ? `${field.label} *` : field.label}
        description={field.description}
        schema={field.schema}
        value={value}
        onChange={onChange}
      />
      {!field.isRequired && (
        <RemoveButton
          itemName={`the argument ${field.label}`}
          onRemove={() => onChange(undefined)}
        />
      )}
    </div>
  )
}

const firstValue = ({ schema }: Field): Value =>
  schema['type'] === 'string'
    ? { template: '' }
    : schema['default'] === undefined
      ? { expression: '' }
      : { value: schema['default'] }
