import { Textarea, TextInput, Select } from '@mantine/core'
import type * as z from 'zod'
import { useState } from 'react'
import { type FieldProps, useFieldProblems } from './field-frame.tsx'
import { useDraft } from '../../../../lib/browser/use-draft.ts'
import { NumberEntry } from '../../../../ui/fields/number-entry.tsx'
import styles from '../inspector.module.css'

type TextFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  /** Only valid text is saved. Other text stays in the field with the error. */
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
    onBlur: draft.reset,
    wrapperProps: { 'data-field': field },
  }
  return isMultiline ? (
    <Textarea
      {...control}
      autosize
      minRows={2}
      maxRows={8}
      onChange={({ currentTarget }) => draft.edit(currentTarget.value)}
    />
  ) : (
    <TextInput {...control} onChange={({ currentTarget }) => draft.edit(currentTarget.value)} />
  )
}

type NumberFieldProps = FieldProps & {
  value: number | undefined
  onChange: (value: number | undefined) => void
  /** Shown while the field is empty: the default. */
  placeholder?: string
  limits?: { min?: number; max?: number; step?: number; isInteger?: boolean }
}

/** An empty field is undefined. Values outside the limits are not saved. */
export function NumberField(props: NumberFieldProps) {
  const { field, label, description, value, onChange, placeholder, limits = {} } = props
  const { min, max, step, isInteger = true } = limits
  const problem = useFieldProblems(field)
  return (
    <NumberEntry
      label={label}
      description={description}
      placeholder={placeholder}
      error={problem}
      value={value}
      allowDecimal={!isInteger}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      {...(step !== undefined && { step })}
      clampBehavior="blur"
      wrapperProps={{ 'data-field': field }}
      onChange={(next) => {
        const isInRange =
          next === undefined ||
          ((min === undefined || next >= min) && (max === undefined || next <= max))
        if (isInRange && next !== value) onChange(next)
      }}
    />
  )
}

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
      onChange={(value) => onChange(options.find((option) => option.value === value)?.value)}
    />
  )
}

type DurationFieldProps = FieldProps & {
  /** Milliseconds. */
  value: number | undefined
  onChange: (ms: number | undefined) => void
  placeholder?: string
}

const UNITS = [
  { value: '1', label: 'ms' },
  { value: '1000', label: 'seconds' },
  { value: '60000', label: 'minutes' },
  { value: '3600000', label: 'hours' },
  { value: '86400000', label: 'days' },
]

/** Returns the largest unit that needs no fraction, or seconds without a value. */
const durationUnit = (ms: number | undefined): number =>
  ms === undefined
    ? 1_000
    : (UNITS.map((unit) => Number(unit.value)).findLast((unit) => ms % unit === 0) ?? 1)

/** A duration with its unit, stored in milliseconds. */
export function DurationField({ value, onChange, ...field }: DurationFieldProps) {
  const [unit, setUnit] = useState(() => durationUnit(value))
  return (
    <div className={styles.duration}>
      <NumberField
        {...field}
        limits={{ min: 0, isInteger: unit === 1 }}
        value={value === undefined ? undefined : value / unit}
        onChange={(amount) => {
          const ms = amount === undefined ? undefined : Math.round(amount * unit)
          onChange(ms === 0 ? undefined : ms)
        }}
      />
      <Select
        aria-label={`Unit of ${field.label.toLowerCase()}`}
        data={UNITS}
        value={String(unit)}
        allowDeselect={false}
        onChange={(option) => {
          const next = Number(option ?? unit)
          setUnit(next)
          if (value !== undefined) onChange(Math.round((value / unit) * next))
        }}
      />
    </div>
  )
}
