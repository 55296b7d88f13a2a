import { Textarea, TextInput } from '@mantine/core'
import type * as z from 'zod'
import type { FieldProps } from './field-frame.tsx'
import { useFieldProblems } from './field-problems.tsx'
import { useDraft } from '../../../../lib/use-draft.ts'

type TextFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  /** What may be committed; anything else stays in the field with the reason. */
  schema?: z.ZodType<string>
  placeholder?: string
  isMultiline?: boolean
}

export function TextField(props: TextFieldProps) {
  const { field, label, description, value, onChange, schema, placeholder, isMultiline } = props
  const draft = useDraft(value, onChange, schema)
  const problem = useFieldProblems(field)
  const control = {
    label,
    description,
    placeholder,
    error: draft.problem ?? problem,
    value: draft.text,
    onBlur: draft.settle,
    wrapperProps: { 'data-field': field },
  }
  return isMultiline ? (
    <Textarea
      {...control}
      autosize
      minRows={2}
      maxRows={8}
      onChange={({ currentTarget }) => draft.type(currentTarget.value)}
    />
  ) : (
    <TextInput {...control} onChange={({ currentTarget }) => draft.type(currentTarget.value)} />
  )
}
