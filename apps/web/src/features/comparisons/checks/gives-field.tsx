import { Select } from '@mantine/core'

const GIVES = [
  { value: 'pass', label: 'passed or failed' },
  { value: 'score', label: 'a score' },
] as const

type Gives = (typeof GIVES)[number]['value']

type GivesFieldProps = { value: Gives; onChange: (value: Gives) => void }

export function GivesField({ value, onChange }: GivesFieldProps) {
  return (
    <Select
      label="Says"
      allowDeselect={false}
      data={GIVES}
      value={value}
      onChange={(gives) => {
        if (gives !== null) onChange(gives)
      }}
    />
  )
}
