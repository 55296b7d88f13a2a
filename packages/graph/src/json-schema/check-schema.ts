import type { Json, JsonSchema } from '@lathe/contract'
import { flattenIssues, type ParseIssue } from '../document/parse.ts'
import { patternProblem } from '@lathe/patterns'
import * as z from 'zod'

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

const Type = z.enum(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'])
const Count = z.int().nonnegative()
const Names = z.array(z.string())
const Pattern = z.string().check(({ value, issues }) => {
  const message = patternProblem(value)
  if (message !== null) issues.push({ code: 'custom', message, input: value })
})

const Subschema: z.ZodType = z.lazy(() => z.union([z.boolean(), SchemaShape]))
const Subschemas = z.array(Subschema).min(1)
const NamedSchemas = z.record(z.string(), Subschema)

const all = (keywords: string, type: z.ZodType) =>
  Object.fromEntries(keywords.split(' ').map((keyword) => [keyword, type]))

/** The form of a JSON Schema (draft 2020-12); unknown keywords are accepted. */
const SchemaShape = z
  .looseObject({
    ...all('$defs definitions properties dependentSchemas', NamedSchemas),
    ...all('additionalProperties unevaluatedProperties propertyNames items contains', Subschema),
    ...all('not if then else', Subschema),
    ...all('prefixItems allOf anyOf oneOf', Subschemas),
    ...all('minProperties maxProperties minItems maxItems minLength maxLength', Count),
    ...all('minimum maximum exclusiveMinimum exclusiveMaximum', z.number()),
    ...all('title description format $id $anchor', z.string()),
    type: z.union([Type, z.array(Type).min(1)]),
    enum: z.array(z.json()).min(1),
    required: Names,
    dependentRequired: z.record(z.string(), Names),
    patternProperties: z.record(Pattern, Subschema),
    pattern: Pattern,
    uniqueItems: z.boolean(),
    multipleOf: z.number().positive(),
    $ref: z.string().refine((ref) => ref.startsWith('#'), 'only references within the schema'),
  })
  .partial()
