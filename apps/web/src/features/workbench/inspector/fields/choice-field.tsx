import { Select } from '@mantine/core'
import type { FieldProps } from './field-frame.tsx'
import { useFieldProblems } from './field-problems.tsx'

type ChoiceFieldProps<Value extends string> = FieldProps & {
  value: Value | undefined
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value | undefined) => void
  placeholder?: string
  isClearable?: boolean
}

export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { field, label, description, value, options, onChange, placeholder, isClearable } = props
  const problem = useFieldProblems(field)
  return (
    <Select
      label={label}
      description={description}
      placeholder={placeholder}
      error={problem}
      data={[...options]}
      value={value ?? null}
      clearable={isClearable ?? false}
      allowDeselect={isClearable ?? false}
      wrapperProps={{ 'data-field': field }}
      onChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value)}
    />
  )
}
