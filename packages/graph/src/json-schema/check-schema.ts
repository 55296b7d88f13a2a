import type { Json, JsonSchema } from '@lathe/contract'
import { flattenIssues } from '../document/parse.ts'
import type { ParseIssue } from '../document/parse.ts'
import { SchemaShape } from './schema-shape.ts'

/** Returns the problems of a JSON Schema; empty if it is valid. */
export function schemaIssues(schema: JsonSchema): ParseIssue[] {
  const parsed = SchemaShape.safeParse(schema)
  if (!parsed.success) return flattenIssues(parsed.error.issues)
  return refsIn(schema, '')
    .filter(({ ref }) => resolve(schema, ref) === undefined)
    .map(({ path, ref }) => ({ path, message: `\`${ref}\` does not exist in the schema` }))
}

function refsIn(value: Json, path: string): { ref: string; path: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const keyPath = path ? `${path}.${key}` : key
    if (key === '$ref' && typeof member === 'string') return [{ ref: member, path: keyPath }]
    return key === 'enum' || key === 'const' ? [] : refsIn(member, keyPath)
  })
}

/** Resolves a JSON pointer (`#/$defs/note`) in a schema. */
export function resolve(schema: JsonSchema, ref: string): Json | undefined {
  if (ref === '#') return schema
  if (!ref.startsWith('#/')) return undefined
  let current: Json | undefined = schema
  for (const part of ref.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key))
      return undefined
    current = (current as Record<string, Json>)[key]
  }
  return current
}
