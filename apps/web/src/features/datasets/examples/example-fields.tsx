import type { Example } from '@lathe/contract'
import { isObject } from '@lathe/traces'
import { TagsInput } from '@mantine/core'
import { PictureValueField } from '../../../ui/pictures/picture-value-field.tsx'
import { ValueField } from '../../../ui/fields/value-field.tsx'
import { type Field, inputField, referenceField } from './fields.ts'
import { NewInput } from './new-input.tsx'
import type { useExampleDraft } from './use-example-draft.ts'

type ExampleFieldsProps = {
  /** The saved version, which determines whether a field is text or JSON. */
  example: Example
  edited: Pick<ReturnType<typeof useExampleDraft>, 'draft' | 'refused' | 'change' | 'refuse'>
  isReadOnly?: boolean
}

export function ExampleFields({ example, edited, isReadOnly = false }: ExampleFieldsProps) {
  const { draft, refused, change, refuse } = edited
  const { inputs, splits, metadata } = draft
  return (
    <>
      {Object.keys({ ...example.inputs, ...inputs }).map((name) => (
        <OneField key={name} field={inputField(name)} {...{ example, edited, isReadOnly }} />
      ))}
      {!isReadOnly && <NewInput onAdd={(name) => change({ inputs: { ...inputs, [name]: '' } })} />}
      <OneField
        field={referenceField()}
        description="The expected answer: text or JSON."
        {...{ example, edited, isReadOnly }}
      />
      <TagsInput
        label="Splits"
        value={splits}
        maxTags={20}
        disabled={isReadOnly}
        onChange={(next) => change({ splits: next })}
      />
      <ValueField
        label="Metadata"
        isText={false}
        isReadOnly={isReadOnly}
        value={Object.keys(metadata).length === 0 ? undefined : metadata}
        validate={(value) => (isObject(value) ? undefined : 'must be a JSON object')}
        invalidText={refused['metadata']}
        onInvalidText={(text) => refuse('metadata', text)}
        onChange={(value) => {
          if (value === undefined || isObject(value)) change({ metadata: value ?? {} })
        }}
      />
    </>
  )
}

type OneFieldProps = ExampleFieldsProps & { field: Field; description?: string }

function OneField({ field, example, edited, description, isReadOnly }: OneFieldProps) {
  const { draft, refused, change, refuse } = edited
  const kind = field.kindOf(example)
  return (
    <PictureValueField
      label={field.label}
      isReadOnly={isReadOnly ?? false}
      {...(description !== undefined && { description })}
      isText={kind !== 'json'}
      canBeJson={kind === 'either'}
      isInitiallyEmpty
      value={field.read(draft)}
      invalidText={refused[field.id]}
      onInvalidText={(text) => refuse(field.id, text)}
      onChange={(value) => change(field.write(draft, value))}
    />
  )
}
