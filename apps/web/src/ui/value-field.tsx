import { Textarea } from '@mantine/core'
import { Json } from '@lathe/contract'
import { useState } from 'react'

type ValueFieldProps = {
  label: string
  description?: string
  /** Else JSON. */
  isText: boolean
  value: Json | undefined
  onChange: (value: Json | undefined) => void
}

export function ValueField({ label, description, isText, value, onChange }: ValueFieldProps) {
  const written = typeof value === 'string' && isText ? value : jsonText(value)
  const [typed, setTyped] = useState<{ text: string; problem: string | undefined }>()
  const handleChange = (text: string) => {
    if (text === '') {
      setTyped(undefined)
      return onChange(undefined)
    }
    if (isText) return onChange(text)
    const parsed = parse(text)
    setTyped({ text, problem: parsed === undefined ? 'not JSON yet' : undefined })
    if (parsed !== undefined) onChange(parsed)
  }

  return (
    <Textarea
      label={label}
      description={description ?? (isText ? undefined : 'JSON')}
      autosize
      minRows={2}
      maxRows={16}
      value={isText ? written : (typed?.text ?? written)}
      error={isText ? undefined : typed?.problem}
      onChange={({ currentTarget }) => handleChange(currentTarget.value)}
      onBlur={() => {
        if (!typed?.problem) setTyped(undefined)
      }}
    />
  )
}

const jsonText = (value: Json | undefined) =>
  value === undefined ? '' : JSON.stringify(value, null, 2)

function parse(text: string): Json | undefined {
  try {
    return Json.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
