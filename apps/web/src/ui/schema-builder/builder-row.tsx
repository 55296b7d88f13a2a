import { Checkbox, Select, TagsInput, TextInput } from '@mantine/core'
import type { JsonSchema } from '@lathe/contract'
import * as z from 'zod'
import { JsonField } from '../schema-form/json-field.tsx'
import { useDraft } from '../../lib/browser/use-draft.ts'
import styles from './schema-builder.module.css'
import { ItemButtons } from '../fields/item-buttons.tsx'
import {
  type BuilderField,
  listChoices,
  FIELD_TYPES,
  withChoices,
  withDescription,
  withType,
} from './builder-fields.ts'

type BuilderRowProps = {
  field: BuilderField
  /** Names of all fields, to reject duplicates. */
  names: readonly string[]
  position: { index: number; count: number }
  onChange: (field: BuilderField) => void
  onMove: (to: number) => void
  onRemove: () => void
}

export function BuilderRow({
  field,
  names,
  position,
  onChange,
  onMove,
  onRemove,
}: BuilderRowProps) {
  const otherNames = names.filter((_, index) => index !== position.index)
  const name = useDraft(
    field.name,
    (next) => onChange({ ...field, name: next }),
    z
      .string()
      .min(1, 'a name')
      .refine((input) => !otherNames.includes(input), 'a unique name'),
  )

  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <TextInput
          aria-label={`Name of field ${position.index + 1}`}
          value={name.text}
          error={name.problem}
          onBlur={name.reset}
          onChange={({ currentTarget }) => name.edit(currentTarget.value)}
        />
        <ItemButtons
          itemName={`field ${field.name}`}
          {...position}
          onMove={onMove}
          onRemove={onRemove}
        />
      </div>
      <div className={styles.row}>
        <Select
          aria-label={`Type of ${field.name}`}
          data={[...FIELD_TYPES]}
          value={field.type}
          allowDeselect={false}
          onChange={(selected) => {
            const type = FIELD_TYPES.find(({ value }) => value === selected)
            if (type) onChange(withType(field, type.value))
          }}
        />
        <Checkbox
          label="Required"
          className={styles.required ?? ''}
          checked={field.isRequired}
          onChange={({ currentTarget }) =>
            onChange({ ...field, isRequired: currentTarget.checked })
          }
        />
      </div>
      {field.type === 'choice' && (
        <TagsInput
          aria-label={`Choices of ${field.name}`}
          placeholder="Type a choice and press Enter"
          value={listChoices(field.schema)}
          onChange={(choices) => {
            if (choices.length > 0) onChange(withChoices(field, choices))
          }}
        />
      )}
      <TextInput
        aria-label={`Description of ${field.name}`}
        placeholder="Shown to the person or model that fills in the field"
        value={field.description}
        onChange={({ currentTarget }) => onChange(withDescription(field, currentTarget.value))}
      />
      {field.type === 'other' && (
        <JsonField
          label={`Schema of ${field.name}`}
          hasLabel={false}
          shape="object"
          value={field.schema}
          onInput={(input) => {
            // The field only accepts objects.
            if ('value' in input && input.value !== undefined) {
              onChange({ ...field, schema: input.value as JsonSchema })
            }
          }}
        />
      )}
    </li>
  )
}
