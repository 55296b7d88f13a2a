import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'
import { type NumberInputValue, parseNumberInput } from '../../lib/values/parse-number-input.ts'

type NumberEntryProps = Omit<NumberInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> & {
  value: number | undefined
  onChange: (value: number | undefined) => void
}

/** Number input. Keeps partial input such as "0." or an empty field until blur or submit. */
export function NumberEntry({ value, onChange, ...input }: NumberEntryProps) {
  const [draft, setDraft] = useState<NumberInputValue>()
  return (
    <NumberInput
      {...input}
      value={draft ?? value ?? ''}
      onChange={(next) => {
        setDraft(next)
        onChange(parseNumberInput(next))
      }}
      onBlur={() => setDraft(undefined)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') setDraft(undefined)
      }}
    />
  )
}
