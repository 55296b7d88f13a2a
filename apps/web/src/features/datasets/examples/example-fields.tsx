import type { Example, Json } from '@lathe/contract'
import { isObject } from '@lathe/traces'
import { TagsInput } from '@mantine/core'
import { ValueField } from '../../../ui/value-field.tsx'
import { NewInput } from './new-input.tsx'
import type { useExampleDraft } from './use-example-draft.ts'

type ExampleFieldsProps = {
  /** As it was saved: by that fields know what they hold. */
  example: Example
  edited: Pick<ReturnType<typeof useExampleDraft>, 'draft' | 'refused' | 'change' | 'refuse'>
}

const isText = (value: Json | undefined) =>
  value === undefined || value === null || typeof value === 'string'

export function ExampleFields({ example, edited }: ExampleFieldsProps) {
  const { draft, refused, change, refuse } = edited
  const { inputs, reference, splits, metadata } = draft
  return (
    <>
      {Object.keys({ ...example.inputs, ...inputs }).map((name) => (
        <ValueField
          key={name}
          label={name}
          isText={isText(example.inputs[name])}
          value={inputs[name]}
          refused={refused[`inputs.${name}`]}
          onRefused={(text) => refuse(`inputs.${name}`, text)}
          onChange={(value) => {
            const { [name]: _old, ...rest } = inputs
            change({ inputs: value === undefined ? rest : { ...inputs, [name]: value } })
          }}
        />
      ))}
      <NewInput onAdd={(name) => change({ inputs: { ...inputs, [name]: '' } })} />
      <ValueField
        label="Reference"
        description="What a good answer is. Text, or JSON."
        isText={isText(example.reference)}
        mayBeJson
        value={reference ?? undefined}
        refused={refused['reference']}
        onRefused={(text) => refuse('reference', text)}
        onChange={(value) => change({ reference: value ?? null })}
      />
      <TagsInput
        label="Splits"
        value={splits}
        maxTags={20}
        onChange={(next) => change({ splits: next })}
      />
      <ValueField
        label="Metadata"
        isText={false}
        value={Object.keys(metadata).length === 0 ? undefined : metadata}
        problemOf={(value) => (isObject(value) ? undefined : 'it has to be a JSON object')}
        refused={refused['metadata']}
        onRefused={(text) => refuse('metadata', text)}
        onChange={(value) => {
          if (value === undefined || isObject(value)) change({ metadata: value ?? {} })
        }}
      />
    </>
  )
}
