import { Textarea } from '@mantine/core'
import { Json } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { useState } from 'react'

type ValueFieldProps = {
  label: string
  description?: string
  /** Else JSON. */
  isText: boolean
  /** Where nothing stood in it, a text that is a JSON object or list is taken as that. */
  mayBeJson?: boolean
  value: Json | undefined
  onChange: (value: Json | undefined) => void
  /** Why JSON cannot be taken. */
  problemOf?: (value: Json) => string | undefined
  /** What stands in it and cannot be taken, where that is kept. */
  refused?: string | undefined
  onRefused?: (text: string | undefined) => void
}

export function ValueField(props: ValueFieldProps) {
  const { label, description, isText, value, onChange, problemOf, refused, onRefused } = props
  const [isFree] = useState(props.mayBeJson === true && (value === undefined || value === ''))
  const [typed, setTyped] = useState(refused)
  const isJson = isFree ? typeof value === 'object' : !isText
  const problem = isFree || isText ? undefined : problemIn(typed, problemOf)
  const written = isJson || typeof value !== 'string' ? jsonText(value) : value
  // Laid out anew as one leaves it, it would move what one is about to press.
  const isOwn = typed !== undefined && (problem !== undefined || isSame(parse(typed), value))
  const handleChange = (text: string) => {
    if (text === '') {
      setTyped(undefined)
      onRefused?.(undefined)
      return onChange(undefined)
    }
    const parsed = parse(text)
    if (isFree || isText) {
      const isWritten = isFree && typeof parsed === 'object' && parsed !== null
      setTyped(isWritten ? text : undefined)
      return onChange(isWritten ? parsed : text)
    }
    const isRefused = problemIn(text, problemOf) !== undefined
    setTyped(text)
    onRefused?.(isRefused ? text : undefined)
    if (!isRefused) onChange(parsed)
  }

  return (
    <Textarea
      label={label}
      description={description ?? (isText ? undefined : 'JSON')}
      autosize
      minRows={2}
      maxRows={16}
      value={isOwn ? typed : written}
      error={problem}
      onChange={({ currentTarget }) => handleChange(currentTarget.value)}
    />
  )
}

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other)

const jsonText = (value: Json | undefined) =>
  value === undefined ? '' : JSON.stringify(value, null, 2)

function problemIn(
  text: string | undefined,
  problemOf: ValueFieldProps['problemOf'],
): string | undefined {
  if (text === undefined) return undefined
  const parsed = parse(text)
  return parsed === undefined ? 'not JSON yet' : problemOf?.(parsed)
}

function parse(text: string): Json | undefined {
  try {
    return Json.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
