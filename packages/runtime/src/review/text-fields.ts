import { isObject } from '../json.ts'
import type { Json, JsonObject, JsonSchema } from '../json.ts'
import type { Validate } from '../structured-output.ts'

/** Returns the properties of an object schema. */
export function listProperties(schema: JsonSchema | null): Record<string, JsonSchema> {
  const properties = schema?.['properties']
  if (!isObject(properties)) return {}
  const entries = Object.entries(properties).filter(([, property]) => isObject(property))
  // The cast holds: a part of a JSON Schema is JSON.
  return Object.fromEntries(entries) as Record<string, JsonSchema>
}

/**
 * Chat clients edit every value in a text box and send text back. Returns numbers, booleans, lists and objects
 * again where the schema asks for them, and leaves out an optional field whose box is empty and must not be.
 */
export function fromTextFields(
  schema: JsonSchema,
  values: JsonObject,
  validate: Validate,
): JsonObject {
  const properties = listProperties(schema)
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const entries = Object.entries(values).flatMap(([name, value]): [string, Json][] => {
    const property = properties[name]
    const isValid = (candidate: Json) => property && validate(property, candidate) === null
    if (!property || typeof value !== 'string' || isValid(value)) return [[name, value]]
    if (value === '' && !required.includes(name)) return []
    const parsed = parseJsonOrText(value)
    return [[name, isValid(parsed) ? parsed : value]]
  })
  return Object.fromEntries(entries)
}

/** Parses text as JSON, and returns any other text unchanged. */
export function parseJsonOrText(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
