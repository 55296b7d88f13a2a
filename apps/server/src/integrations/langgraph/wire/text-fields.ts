import type { Json, JsonObject, JsonSchema } from '@lathe/contract'
import { jsonOrText } from '@lathe/contract/json-or-text'
import { validateJson } from '@lathe/graph'
import { isObject } from './messages.ts'

export function listProperties(schema: JsonSchema | null): Record<string, JsonSchema> {
  const properties = schema?.['properties']
  if (!isObject(properties)) return {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, one]) => (isObject(one) ? [[name, one]] : [])),
  )
}

/**
 * Chat clients edit every value in a text box and send text back. Returns numbers, booleans, lists and objects
 * again where the schema asks for them, and leaves out an optional field whose box is empty and must not be.
 */
export function fromTextFields(schema: JsonSchema, values: JsonObject): JsonObject {
  const properties = listProperties(schema)
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const entries = Object.entries(values).flatMap(([name, value]): [string, Json][] => {
    const property = properties[name]
    if (!property || typeof value !== 'string' || fits(property, value)) return [[name, value]]
    if (value === '' && !required.includes(name)) return []
    const parsed = jsonOrText(value)
    return [[name, fits(property, parsed) ? parsed : value]]
  })
  return Object.fromEntries(entries)
}

const fits = (schema: JsonSchema, value: Json): boolean => validateJson(schema, value).length === 0
