import { Select } from '@mantine/core'
import { useState } from 'react'
import styles from '../inspector.module.css'
import type { FieldProps } from './field-frame.tsx'
import { NumberField } from './number-field.tsx'

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

/** The largest unit that shows the time without a fraction; seconds when there is none yet. */
const unitOf = (ms: number | undefined): number =>
  ms === undefined
    ? 1_000
    : (UNITS.map((unit) => Number(unit.value)).findLast((unit) => ms % unit === 0) ?? 1)

/** A time with its unit, kept in milliseconds. */
export function DurationField({ value, onChange, ...field }: DurationFieldProps) {
  const [unit, setUnit] = useState(() => unitOf(value))
  return (
    <div className={styles.duration}>
      <NumberField
        {...field}
        limits={{ min: 0, isWhole: unit === 1 }}
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
        onChange={(chosen) => {
          const next = Number(chosen ?? unit)
          setUnit(next)
          if (value !== undefined) onChange(Math.round((value / unit) * next))
        }}
      />
    </div>
  )
}
