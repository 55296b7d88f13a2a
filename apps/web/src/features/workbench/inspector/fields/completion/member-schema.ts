import type { Json, JsonSchema } from '@lathe/contract'

/** The schema of what stands at a path; an empty one where that is open. */
export function memberSchema(schema: JsonSchema, path: readonly string[]): JsonSchema {
  return path.reduce<JsonSchema>((current, key) => {
    const own = membersOf(current)[key]
    if (own) return own
    return /^\d+$/.test(key) ? asSchema(current['items']) : {}
  }, schema)
}

export function membersOf(schema: JsonSchema): Record<string, JsonSchema> {
  const properties = asSchema(schema['properties'])
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, asSchema(value)]),
  )
}

const asSchema = (value: Json | undefined): JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
