import { NumberEntry } from '../../../../ui/number-entry.tsx'
import type { FieldProps } from './field-frame.tsx'
import { useFieldProblems } from './field-problems.tsx'

type NumberFieldProps = FieldProps & {
  value: number | undefined
  onChange: (value: number | undefined) => void
  /** Said while the field is empty: what holds then. */
  placeholder?: string
  limits?: { min?: number; max?: number; step?: number; isWhole?: boolean }
}

/** Empty means absent; what lies outside the limits is not handed on. */
export function NumberField(props: NumberFieldProps) {
  const { field, label, description, value, onChange, placeholder, limits = {} } = props
  const { min, max, step, isWhole = true } = limits
  const problem = useFieldProblems(field)
  return (
    <NumberEntry
      label={label}
      description={description}
      placeholder={placeholder}
      error={problem}
      value={value}
      allowDecimal={!isWhole}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      {...(step !== undefined && { step })}
      clampBehavior="blur"
      wrapperProps={{ 'data-field': field }}
      onChange={(next) => {
        const isWithin =
          next === undefined ||
          ((min === undefined || next >= min) && (max === undefined || next <= max))
        if (isWithin && next !== value) onChange(next)
      }}
    />
  )
}
