import { patternProblem } from '@lathe/patterns'
import * as z from 'zod'

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
export const SchemaShape = z
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
