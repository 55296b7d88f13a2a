import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'
import { type Typed, typedNumber } from '../lib/typed-number.ts'

type DecimalInputProps = Omit<NumberInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> & {
  value: number | undefined
  onChange: (value: number | undefined) => void
}

/** A number that may have decimals: what is typed of it stands until the field is left, or sent, as "0." is no other way of writing 0. */
export function DecimalInput({ value, onChange, ...input }: DecimalInputProps) {
  const [typed, setTyped] = useState<Typed>()
  return (
    <NumberInput
      {...input}
      value={typed ?? value ?? ''}
      onChange={(next) => {
        setTyped(next)
        onChange(typedNumber(next))
      }}
      onBlur={() => setTyped(undefined)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') setTyped(undefined)
      }}
    />
  )
}
