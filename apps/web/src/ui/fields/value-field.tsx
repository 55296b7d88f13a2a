import { Textarea } from '@mantine/core'
import type { Json } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { useState } from 'react'
import { tryParseJson, parseValueText, type TextKind, formatValueText } from '../code/value-text.ts'

export type ValueFieldProps = {
  label: string
  description?: string
  /** Whether the value is text; otherwise JSON. */
  isText: boolean
  /** Whether a JSON object or list typed into an empty field is stored as JSON. */
  canBeJson?: boolean
  /** Whether the field was empty; defaults to whether it is at first render. */
  isInitiallyEmpty?: boolean
  isReadOnly?: boolean
  value: Json | undefined
  onChange: (value: Json | undefined) => void
  /** Returns why a JSON value is invalid. */
  validate?: (value: Json) => string | undefined
  /** Invalid input to restore, if the parent keeps it. */
  invalidText?: string | undefined
  onInvalidText?: (text: string | undefined) => void
}

export function ValueField(props: ValueFieldProps) {
  const { label, description, isText, value, onChange, validate, invalidText, onInvalidText } =
    props
  const [wasEmptyAtFirst] = useState(value === undefined || value === '')
  const acceptsBoth = props.canBeJson === true && (props.isInitiallyEmpty ?? wasEmptyAtFirst)
  const kind: TextKind = acceptsBoth ? 'either' : isText ? 'text' : 'json'
  const [draft, setDraft] = useState(invalidText)
  const parsed = draft === undefined ? undefined : parseValueText(draft, kind, validate)
  const problem = parsed && 'problem' in parsed ? parsed.problem : undefined
  // Reformatting on blur would move the button that the user is about to press.
  const isDraftShown =
    draft !== undefined && (problem !== undefined || isEqual(tryParseJson(draft), value))
  const handleChange = (text: string) => {
    const next = parseValueText(text, kind, validate)
    setDraft(text === '' ? undefined : text)
    onInvalidText?.('problem' in next ? text : undefined)
    if ('value' in next) onChange(next.value)
  }

  return (
    <Textarea
      label={label}
      description={description ?? (isText ? undefined : 'JSON')}
      autosize
      minRows={2}
      maxRows={16}
      value={isDraftShown ? draft : formatValueText(value, kind)}
      error={problem}
      disabled={props.isReadOnly ?? false}
      onChange={({ currentTarget }) => handleChange(currentTarget.value)}
    />
  )
}

const isEqual = (a: Json | undefined, b: Json | undefined): boolean =>
  a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b)
