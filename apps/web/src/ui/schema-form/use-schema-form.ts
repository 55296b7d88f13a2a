import type { Json, JsonSchema } from '@lathe/contract'
import { validateJson, withoutRequired } from '@lathe/graph'
import { useMemo, useState } from 'react'
import { omitKeys } from '../../lib/values/omit-keys.ts'
import { listDefaults, listFields } from './field-kind.ts'

export type FieldInput = { value: Json | undefined } | { problem: string }

export type SchemaForm = ReturnType<typeof useSchemaForm>

/** Form state for an object schema. Shows errors after the first submit. */
export function useSchemaForm(schema: JsonSchema, initial?: Record<string, Json>) {
  const [values, setValues] = useState<Record<string, Json>>(() => ({
    ...listDefaults(schema),
    ...initial,
  }))
  const [invalidInputs, setInvalidInputs] = useState<FormErrors>({})
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const fields = useMemo(() => listFields(schema), [schema])
  const invalid = useMemo(() => validateForm(schema, values), [schema, values])
  const errors: FormErrors = wasSubmitted ? { ...invalid, ...invalidInputs } : invalidInputs

  const set = (name: string, input: FieldInput) => {
    setInvalidInputs((old) => {
      const otherErrors = omitKeys(old, name)
      return 'problem' in input ? { ...otherErrors, [name]: input.problem } : otherErrors
    })
    if ('problem' in input) return
    const { value } = input
    setValues((old) => (value === undefined ? omitKeys(old, name) : { ...old, [name]: value }))
  }

  /**
   * Returns the values if they are valid, else shows the errors. With `isWhole: false`, required
   * values may be missing.
   */
  const submit = ({ isWhole: isComplete = true } = {}): Record<string, Json> | undefined => {
    const invalidFields = isComplete ? invalid : validateForm(withoutRequired(schema), values)
    const isValid =
      Object.keys(invalidFields).length === 0 && Object.keys(invalidInputs).length === 0
    if (isComplete || !isValid) setWasSubmitted(true)
    return isValid ? values : undefined
  }

  const reset = (next: Record<string, Json> = {}) => {
    setValues({ ...listDefaults(schema), ...next })
    setInvalidInputs({})
    setWasSubmitted(false)
  }

  return { fields, values, errors, set, submit, reset }
}

type FormErrors = Readonly<Record<string, string>>

/** Returns one error per top-level field; empty if the values are valid. */
export function validateForm(schema: JsonSchema, values: Record<string, Json>): FormErrors {
  const errors: Record<string, string> = {}
  for (const { name, isRequired } of listFields(schema)) {
    if (isRequired && !(name in values)) errors[name] = 'Required'
  }
  for (const { path, message } of validateJson(schema, values)) {
    const [field = '', ...rest] = path.split('.')
    if (field === '' || field in errors) continue
    errors[field] = rest.length > 0 ? `${rest.join('.')}: ${message}` : message
  }
  return errors
}
