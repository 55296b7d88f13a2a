import { type OutputUnit, Validator } from '@cfworker/json-schema'
import type { Json, JsonSchema } from '@lathe/contract'

export type FormErrors = Readonly<Record<string, string>>

/** One message per top-level field, in plain words; empty when the values satisfy the schema. */
export function validateForm(schema: JsonSchema, values: Record<string, Json>): FormErrors {
  const { errors } = new Validator(schema, '2020-12', false).validate(values)
  const found: Record<string, string> = {}
  for (const error of errors) {
    const place = placeOf(error)
    if (place && !(place.field in found)) found[place.field] = place.message
  }
  return found
}

/** Keywords that only say that something inside them failed. */
const WRAPPERS = new Set(['properties', 'items', 'allOf', 'anyOf', 'oneOf', '$ref', 'prefixItems'])

function placeOf(error: OutputUnit): { field: string; message: string } | undefined {
  if (error.keyword === 'required') {
    const missing = /"([^"]+)"/.exec(error.error)?.[1] ?? ''
    const path = pathOf(error.instanceLocation)
    const [field = missing] = path
    return { field, message: path.length > 0 ? `"${missing}" is missing` : 'This is required' }
  }
  const [field, ...rest] = pathOf(error.instanceLocation)
  if (field === undefined || WRAPPERS.has(error.keyword)) return undefined
  const where = rest.length > 0 ? `${rest.join('.')}: ` : ''
  return { field, message: where + error.error }
}

const pathOf = (pointer: string): string[] =>
  pointer
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
