import type { Json, JsonSchema } from '@lathe/contract'
import { validateJson } from '@lathe/graph'
import { listFields } from './field-kind.ts'

export type FormErrors = Readonly<Record<string, string>>

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
