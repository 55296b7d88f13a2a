import { type Json, type JsonSchema, isJsonObject } from '@lathe/contract'

/** Input control for a value of a schema. */
export type FieldKind =
  | { kind: 'text' }
  | { kind: 'number'; isInteger: boolean; min: number | undefined; max: number | undefined }
  | { kind: 'flag' }
  | { kind: 'choice'; options: readonly Json[] }
  | { kind: 'json'; shape: 'array' | 'object' | 'any' }

const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined

export function fieldKind(schema: JsonSchema): FieldKind {
  if (Array.isArray(schema['enum'])) return { kind: 'choice', options: schema['enum'] }
  switch (schema['type']) {
    case 'string':
      return { kind: 'text' }
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        isInteger: schema['type'] === 'integer',
        min: asNumber(schema['minimum']),
        max: asNumber(schema['maximum']),
      }
    case 'boolean':
      return { kind: 'flag' }
    case 'array':
      return { kind: 'json', shape: 'array' }
    case 'object':
      return { kind: 'json', shape: 'object' }
    default:
      return { kind: 'json', shape: 'any' }
  }
}

export type Field = {
  name: string
  label: string
  description: string | undefined
  schema: JsonSchema
  isRequired: boolean
}

export const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Returns the fields of an object schema in their declared order. */
export function listFields(schema: JsonSchema): Field[] {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(properties).map(([name, property]) => {
    const fieldSchema = isJsonObject(property) ? property : {}
    return {
      name,
      label: nonEmptyText(fieldSchema['title']) ?? name,
      description: nonEmptyText(fieldSchema['description']),
      schema: fieldSchema,
      isRequired: required.includes(name),
    }
  })
}

/** Returns the default of each property. */
export function listDefaults(schema: JsonSchema): Record<string, Json> {
  return Object.fromEntries(
    listFields(schema).flatMap(({ name, schema: fieldSchema }) =>
      fieldSchema['default'] === undefined ? [] : [[name, fieldSchema['default']]],
    ),
  )
}
