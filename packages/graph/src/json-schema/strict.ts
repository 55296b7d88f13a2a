import type { Json, JsonSchema } from '@lathe/contract'

/**
 * Returns whether every object in the schema is closed and complete, as providers require for
 * strict mode.
 */
export function isStrict(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict)
  if (typeof schema !== 'object' || schema === null) return true
  const { type, properties, required, additionalProperties } = schema as JsonSchema
  if (type === 'object') {
    const names =
      typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
    const isComplete = Array.isArray(required) && names.every((name) => required.includes(name))
    if (additionalProperties !== false || !isComplete) return false
  }
  return Object.values(schema).every(isStrict)
}
