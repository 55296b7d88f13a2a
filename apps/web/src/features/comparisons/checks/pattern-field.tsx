import { TextInput } from '@mantine/core'
import { useState } from 'react'

type PatternFieldProps = { value: string; onChange: (pattern: string) => void }

/** There is no check without a pattern: while it is empty the last one holds, and that is said. */
export function PatternField({ value, onChange }: PatternFieldProps) {
  const [isEmpty, setEmpty] = useState(false)
  return (
    <TextInput
      label="Pattern"
      description="RE2: no look-around and no back-references."
      error={isEmpty && `Empty it cannot be: ${value} holds until there is another`}
      value={isEmpty ? '' : value}
      onChange={({ currentTarget: { value: pattern } }) => {
        setEmpty(pattern === '')
        if (pattern !== '') onChange(pattern)
      }}
    />
  )
}
