import { Input } from '@mantine/core'
import type { Json } from '@lathe/contract'
import { useState } from 'react'
import { parseJson } from '../../lib/values/parse-json.ts'
import { CodeEditor } from '../code/code-editor.tsx'
import type { FieldInput } from './use-schema-form.ts'

type JsonFieldProps = {
  label: string
  /** False if the surrounding element already shows the label. */
  hasLabel?: boolean
  description?: string | undefined
  error?: string | undefined
  isRequired?: boolean
  shape: 'array' | 'object' | 'any'
  value: Json | undefined
  onInput: (input: FieldInput) => void
}

/** JSON field. Keeps invalid input as typed and reports it. */
export function JsonField(props: JsonFieldProps) {
  const { label, hasLabel = true, description, error, isRequired = false, shape } = props
  const { value, onInput } = props
  const [draft, setDraft] = useState(() => ({ text: formatJson(value), of: value }))
  // Replaces the draft when the value changes from outside, but not after its own change.
  const text = draft.of === value ? draft.text : formatJson(value)

  const parsedDraft = parseWithShape(text, shape)

  const handleChange = (newText: string) => {
    const input = parseWithShape(newText, shape)
    setDraft({ text: newText, of: 'value' in input ? input.value : value })
    onInput(input)
  }

  return (
    <Input.Wrapper
      label={hasLabel ? label : undefined}
      description={description}
      error={error ?? ('problem' in parsedDraft ? parsedDraft.problem : undefined)}
      withAsterisk={isRequired}
      labelElement="div"
    >
      <CodeEditor label={label} language="json" value={text} onChange={handleChange} />
    </Input.Wrapper>
  )
}

const formatJson = (value: Json | undefined) =>
  value === undefined ? '' : JSON.stringify(value, null, 2)

const EXPECTED = { array: 'an array: [ … ]', object: 'an object: { … }', any: 'JSON' }

export function parseWithShape(text: string, shape: JsonFieldProps['shape']): FieldInput {
  if (text.trim() === '') return { value: undefined }
  const parsed = parseJson(text)
  if ('problem' in parsed) return parsed
  const { value } = parsed
  const hasShape =
    shape === 'any' ||
    (shape === 'array'
      ? Array.isArray(value)
      : typeof value === 'object' && value !== null && !Array.isArray(value))
  return hasShape ? { value } : { problem: `This must be ${EXPECTED[shape]}` }
}
