import { Textarea } from '@mantine/core'
import type { Json } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { useState } from 'react'
import { parseJson, readText, type TextKind, writeText } from '../code/value-text.ts'

export type ValueFieldProps = {
  label: string
  description?: string
  /** Whether the value is text; otherwise JSON. */
  isText: boolean
  /** Whether a JSON object or list typed into an empty field is stored as JSON. */
  mayBeJson?: boolean
  /** Whether the field was empty; defaults to whether it is at first render. */
  wasEmpty?: boolean
  isReadOnly?: boolean
  value: Json | undefined
  onChange: (value: Json | undefined) => void
  /** Returns why a JSON value is invalid. */
  problemOf?: (value: Json) => string | undefined
  /** Invalid input to restore, if the parent keeps it. */
  refused?: string | undefined
  onRefused?: (text: string | undefined) => void
}

export function ValueField(props: ValueFieldProps) {
  const { label, description, isText, value, onChange, problemOf, refused, onRefused } = props
  const [startedEmpty] = useState(value === undefined || value === '')
  const isFree = props.mayBeJson === true && (props.wasEmpty ?? startedEmpty)
  const kind: TextKind = isFree ? 'either' : isText ? 'text' : 'json'
  const [typed, setTyped] = useState(refused)
  const read = typed === undefined ? undefined : readText(typed, kind, problemOf)
  const problem = read && 'problem' in read ? read.problem : undefined
  // Reformatting on blur would move the button that the user is about to press.
  const isOwn = typed !== undefined && (problem !== undefined || isSame(parseJson(typed), value))
  const handleChange = (text: string) => {
    const next = readText(text, kind, problemOf)
    setTyped(text === '' ? undefined : text)
    onRefused?.('problem' in next ? text : undefined)
    if ('value' in next) onChange(next.value)
  }

  return (
    <Textarea
      label={label}
      description={description ?? (isText ? undefined : 'JSON')}
      autosize
      minRows={2}
      maxRows={16}
      value={isOwn ? typed : writeText(value, kind)}
      error={problem}
      disabled={props.isReadOnly ?? false}
      onChange={({ currentTarget }) => handleChange(currentTarget.value)}
    />
  )
}

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other)
