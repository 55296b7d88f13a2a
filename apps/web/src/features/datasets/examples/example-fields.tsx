import { type Example, isJsonObject } from '@lathe/contract'
import { Button, Group, TagsInput, TextInput } from '@mantine/core'
import { PictureValueField } from '../../../ui/pictures/picture-value-field.tsx'
import { ValueField } from '../../../ui/fields/value-field.tsx'
import { type Field, inputField, referenceField } from './fields.ts'
import type { useExampleDraft } from './use-example-draft.ts'
import { useState } from 'react'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'

type ExampleFieldsProps = {
  /** The saved version, which determines whether a field is text or JSON. */
  example: Example
  edited: Pick<
    ReturnType<typeof useExampleDraft>,
    'draft' | 'invalidTexts' | 'change' | 'setInvalidText'
  >
  isReadOnly?: boolean
}

export function ExampleFields({ example, edited, isReadOnly = false }: ExampleFieldsProps) {
  const { draft, invalidTexts, change, setInvalidText } = edited
  const { inputs, splits, metadata } = draft
  return (
    <>
      {Object.keys({ ...example.inputs, ...inputs }).map((name) => (
        <ExampleField key={name} field={inputField(name)} {...{ example, edited, isReadOnly }} />
      ))}
      {!isReadOnly && <NewInput onAdd={(name) => change({ inputs: { ...inputs, [name]: '' } })} />}
      <ExampleField
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
        validate={(value) => (isJsonObject(value) ? undefined : 'must be a JSON object')}
        invalidText={invalidTexts['metadata']}
        onInvalidText={(text) => setInvalidText('metadata', text)}
        onChange={(value) => {
          if (value === undefined || isJsonObject(value)) change({ metadata: value ?? {} })
        }}
      />
    </>
  )
}

type ExampleFieldProps = ExampleFieldsProps & { field: Field; description?: string }

function ExampleField({ field, example, edited, description, isReadOnly }: ExampleFieldProps) {
  const { draft, invalidTexts, change, setInvalidText } = edited
  const kind = field.textKind(example)
  return (
    <PictureValueField
      label={field.label}
      isReadOnly={isReadOnly ?? false}
      {...(description !== undefined && { description })}
      isText={kind !== 'json'}
      canBeJson={kind === 'either'}
      isInitiallyEmpty
      value={field.read(draft)}
      invalidText={invalidTexts[field.id]}
      onInvalidText={(text) => setInvalidText(field.id, text)}
      onChange={(value) => change(field.write(draft, value))}
    />
  )
}

function NewInput({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  const add = () => {
    if (name.trim() === '' || name.trim() === '__proto__') return
    onAdd(name.trim())
    setName('')
  }
  return (
    <Group gap="xs">
      <TextInput
        aria-label="Name of new input"
        placeholder="New input"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add()
        }}
      />
      <DisabledReason reason={name.trim() === '' && 'Enter a name'}>
        <Button variant="default" onClick={add}>
          Add
        </Button>
      </DisabledReason>
    </Group>
  )
}
