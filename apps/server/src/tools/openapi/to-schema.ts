import type { Json, JsonSchema } from '@lathe/contract'
import { schemaIssues } from '@lathe/graph'
import { isObject, type Node, target } from './node.ts'
import { OpenApiRefusal } from './refusal.ts'

/** Keywords that do not constrain arguments. */
const DROPPED = new Set(['example', 'examples', 'xml', 'externalDocs', 'discriminator', 'nullable'])
const MOST_DEFS = 200

export type Schemas = {
  /** Converts to JSON Schema 2020-12. Referenced schemas are collected in `defs`. */
  convert(schema: unknown): JsonSchema
  defs(): Record<string, JsonSchema>
}

/** Keeps references, so that recursive schemas terminate. */
export function createSchemas(document: Node): Schemas {
  const names = new Map<string, string>()
  const defs: Record<string, JsonSchema> = {}

  const define = (ref: string): string => {
    const known = names.get(ref)
    if (known !== undefined) return known
    if (names.size === MOST_DEFS) {
      throw new OpenApiRefusal(ref, `The arguments are described by more than ${MOST_DEFS} schemas`)
    }
    const plain = (ref.split('/').at(-1) ?? '').replaceAll(/\W/g, '_') || 'schema'
    const name = Object.hasOwn(defs, plain) ? `${plain}_${names.size}` : plain
    names.set(ref, name)
    defs[name] = {}
    defs[name] = convert(target(document, ref))
    return name
  }
  const convert = (schema: unknown): JsonSchema => {
    if (!isObject(schema)) return {}
    const entries = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
      if (DROPPED.has(key) || key.startsWith('x-')) return []
      if (key === '$ref') return [[key, `#/$defs/${define(String(value))}`]]
      if (key === 'pattern') return isUsable(String(value)) ? [[key, String(value)]] : []
      return [[key, within(key, value)]]
    })
    return nullable(schema, bounded(Object.fromEntries(entries)))
  }
  const within = (key: string, value: unknown): Json => {
    if (VALUES.has(key)) return value as Json
    if (Array.isArray(value)) return value.map((item) => (isObject(item) ? convert(item) : item))
    if (!isObject(value)) return value as Json
    if (!NAMED.has(key)) return convert(value)
    const members = Object.entries(value).map(([name, inner]): [string, Json] => [
      name,
      isObject(inner) ? convert(inner) : (inner as Json),
    ])
    return Object.fromEntries(members)
  }
  return { convert, defs: () => defs }
}

/** Keywords with plain values, and keywords with schemas by name. */
const VALUES = new Set(['enum', 'const', 'default', 'required'])
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas'])

/** Unsupported patterns are left to the server. */
const isUsable = (pattern: string): boolean => schemaIssues({ pattern }).length === 0

/** Converts `nullable` of OpenAPI 3.0. */
function nullable({ nullable: isNullable }: Node, schema: JsonSchema): JsonSchema {
  if (isNullable !== true || typeof schema['type'] !== 'string') return schema
  const choices = schema['enum']
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(choices) && !choices.includes(null) && { enum: [...choices, null] }),
  }
}

/** Converts boolean exclusive bounds of OpenAPI 3.0. */
function bounded(schema: JsonSchema): JsonSchema {
  const { exclusiveMinimum, exclusiveMaximum, ...rest } = schema
  const { minimum, maximum } = rest
  const isFlag = typeof exclusiveMinimum === 'boolean' || typeof exclusiveMaximum === 'boolean'
  if (!isFlag) return schema
  const { minimum: _min, maximum: _max, ...plain } = rest
  return {
    ...plain,
    ...(minimum !== undefined &&
      (exclusiveMinimum === true ? { exclusiveMinimum: minimum } : { minimum })),
    ...(maximum !== undefined &&
      (exclusiveMaximum === true ? { exclusiveMaximum: maximum } : { maximum })),
  }
}
