import type { JsonObject } from '../wire/json.ts'
import { isObject } from '../wire/json.ts'

/** A JSON Schema or one of its subschemas; `true` allows anything. */
export type Schema = JsonObject | boolean

export function asSchema(value: unknown): Schema {
  return isObject(value) || typeof value === 'boolean' ? value : true
}

export function schemaList(value: unknown): Schema[] {
  return Array.isArray(value) ? value.map(asSchema) : []
}

export function propertiesOf(schema: JsonObject): readonly (readonly [string, Schema])[] {
  const properties = schema['properties']
  if (!isObject(properties)) return []
  return Object.entries(properties).map(([name, property]) => [name, asSchema(property)])
}

export function requiredOf(schema: JsonObject): string[] {
  const required = schema['required']
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

export function numberAt(schema: JsonObject, key: string): number | undefined {
  const value = schema[key]
  return typeof value === 'number' ? value : undefined
}

export function textAt(schema: JsonObject, key: string): string | undefined {
  const value = schema[key]
  return typeof value === 'string' ? value : undefined
}

/** What a local reference (`#/$defs/x`) points at, or undefined. */
export function lookUp(root: Schema, reference: string): Schema | undefined {
  if (!reference.startsWith('#')) return undefined
  const keys = decodeURIComponent(reference.slice(1)).split('/').slice(1)
  let at: unknown = root
  for (const key of keys) {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(at)) at = at[Number(name)]
    else if (isObject(at) && Object.hasOwn(at, name)) at = at[name]
    else return undefined
  }
  return isObject(at) || typeof at === 'boolean' ? at : undefined
}

const LONGEST_CHAIN = 32

/** Follows references; what stands beside a `$ref` applies as well. */
export function resolve(schema: Schema, root: Schema): Schema {
  let resolved = schema
  for (let steps = 0; steps < LONGEST_CHAIN; steps += 1) {
    if (typeof resolved === 'boolean' || typeof resolved['$ref'] !== 'string') return resolved
    const { $ref: reference, ...beside } = resolved
    const target = lookUp(root, reference) ?? true
    const constrains = Object.keys(beside).some((key) => !ANNOTATIONS.has(key))
    if (typeof target === 'boolean') resolved = constrains ? beside : target
    else if (constrains) resolved = merge([target, beside])
    else resolved = { ...target, ...beside }
  }
  return resolved
}

const ANNOTATIONS = new Set([
  'title',
  'description',
  '$comment',
  'default',
  'examples',
  '$defs',
  'definitions',
  '$schema',
  '$id',
])

/** One schema that asks for everything the given ones ask for. */
export function merge(schemas: readonly JsonObject[]): JsonObject {
  const merged: { [key: string]: unknown } = {}
  for (const schema of schemas) {
    for (const [key, value] of Object.entries(schema)) {
      merged[key] = key in merged ? mergeKeyword(key, merged[key], value) : value
    }
  }
  return merged
}

const LARGEST = new Set([
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
  'minContains',
])
const SMALLEST = new Set([
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
  'maxContains',
])

function mergeKeyword(key: string, first: unknown, second: unknown): unknown {
  if (LARGEST.has(key)) return Math.max(Number(first), Number(second))
  if (SMALLEST.has(key)) return Math.min(Number(first), Number(second))
  if (key === 'required') return [...new Set([...asList(first), ...asList(second)])]
  if (key === 'enum') return asList(first).filter((item) => asList(second).includes(item))
  if (key === 'type') return mergeTypes(asList(first), asList(second))
  if (key === 'allOf' || key === '$defs') return [first, second].flat()
  if (key === 'multipleOf') return commonMultiple(Number(first), Number(second))
  if (key === 'properties' && isObject(first) && isObject(second))
    return mergeProperties(first, second)
  if (key === 'items' || key === 'additionalProperties' || key === 'not') return both(first, second)
  return second
}

function mergeProperties(first: JsonObject, second: JsonObject): JsonObject {
  const merged: { [name: string]: unknown } = { ...first }
  for (const [name, property] of Object.entries(second)) {
    merged[name] = name in merged ? both(merged[name], property) : property
  }
  return merged
}

function both(first: unknown, second: unknown): unknown {
  if (first === false || second === false) return false
  if (first === true) return second
  return second === true ? first : { allOf: [first, second] }
}

function mergeTypes(first: readonly unknown[], second: readonly unknown[]): unknown[] {
  const shared = first.filter((type) => second.includes(type))
  const isIntegerOnly = (a: readonly unknown[], b: readonly unknown[]) =>
    a.includes('integer') && b.includes('number') && !shared.includes('number')
  if (isIntegerOnly(first, second) || isIntegerOnly(second, first)) {
    return [...new Set([...shared, 'integer'])]
  }
  return shared
}

function commonMultiple(first: number, second: number): number {
  if (!Number.isInteger(first) || !Number.isInteger(second)) return Math.max(first, second)
  let [a, b] = [first, second]
  while (b !== 0) [a, b] = [b, a % b]
  return (first * second) / a
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

export type TypeName = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'
const TYPES: readonly TypeName[] = [
  'object',
  'array',
  'string',
  'number',
  'integer',
  'boolean',
  'null',
]

/** The types a schema allows, in the order it names them; inferred from its other keywords if it names none. */
export function typesOf(schema: JsonObject): TypeName[] {
  const named = asList(schema['type']).flatMap((name) => TYPES.filter((type) => type === name))
  if (named.length > 0) return named
  const has = (...keys: string[]) => keys.some((key) => key in schema)
  if (has('properties', 'required', 'additionalProperties', 'minProperties', 'patternProperties')) {
    return ['object']
  }
  if (has('items', 'prefixItems', 'minItems', 'uniqueItems', 'contains')) return ['array']
  if (has('minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'))
    return ['number']
  return ['string']
}
