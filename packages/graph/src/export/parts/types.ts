import { type Json, type JsonSchema, isJsonObject } from '@lathe/contract'
import { indent } from '../print/layout.ts'
import { key, literal, quote } from '../print/literal.ts'

/** A longer type has a line for each member. */
const LINE = 80

/** The part of a JSON Schema that TypeScript can express; null for a schema without such a part. */
type Shape =
  | { kind: 'choice'; values: (string | number | boolean | null)[] }
  | { kind: 'string' | 'number' | 'integer' | 'boolean' | 'null' }
  | { kind: 'array'; items: JsonSchema }
  | { kind: 'object'; properties: [name: string, schema: JsonSchema, isRequired: boolean][] }

function schemaShape(schema: Json | undefined): Shape | null {
  if (!isJsonObject(schema)) return null
  const { type, items, properties, required } = schema
  const choices = 'const' in schema ? [schema['const'] ?? null] : schema['enum']
  if (Array.isArray(choices) && choices.length > 0) {
    const values = choices.filter((value) => typeof value !== 'object' || value === null)
    return values.length === choices.length ? { kind: 'choice', values } : null
  }
  switch (type) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return { kind: type }
    case 'array':
      return { kind: 'array', items: isJsonObject(items) ? items : {} }
    case 'object': {
      const needed: Json[] = Array.isArray(required) ? required : []
      const entries = isJsonObject(properties) ? Object.entries(properties) : []
      return {
        kind: 'object',
        properties: entries.map(([name, item]) => [
          name,
          isJsonObject(item) ? item : {},
          needed.includes(name),
        ]),
      }
    }
    default:
      return null
  }
}

/** Writes the TypeScript type of a JSON Schema. */
export function typeOf(schema: JsonSchema): string {
  const shape = schemaShape(schema)
  if (!shape) return 'unknown'
  switch (shape.kind) {
    case 'choice':
      return [...new Set(shape.values)].map((value) => literalType(value)).join(' | ')
    case 'integer':
      return 'number'
    case 'array': {
      const item = typeOf(shape.items)
      return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
    }
    case 'object': {
      if (shape.properties.length === 0) return 'Record<string, unknown>'
      const members = shape.properties.map(
        ([name, item, isRequired]) => `${typeKey(name)}${isRequired ? '' : '?'}: ${typeOf(item)}`,
      )
      const line = `{ ${members.join('; ')} }`
      return line.length <= LINE && !line.includes('\n')
        ? line
        : `{\n${indent(members.join('\n'))}\n}`
    }
    default:
      return shape.kind
  }
}

const typeKey = (name: string) => (name === '__proto__' ? quote(name) : key(name))

const literalType = (value: string | number | boolean | null) =>
  typeof value === 'string' ? quote(value) : String(value)

/** Writes the zod schema of a JSON Schema. Unknown properties are allowed, as in the JSON Schema. */
export function zodCode(schema: JsonSchema): string {
  const shape = schemaShape(schema)
  if (!shape) return 'z.unknown()'
  switch (shape.kind) {
    case 'choice': {
      const isTexts = shape.values.every((value) => typeof value === 'string')
      const values = literal([...new Set(shape.values)])
      return isTexts ? `z.enum(${values})` : `z.literal(${values})`
    }
    case 'integer':
      return `z.int()${bounds(schema)}`
    case 'number':
      return `z.number()${bounds(schema)}`
    case 'array':
      return `z.array(${zodCode(shape.items)})`
    case 'object': {
      if (shape.properties.length === 0) return 'z.record(z.string(), z.unknown())'
      const members = shape.properties.map(
        ([name, item, isRequired]) =>
          `${key(name)}: ${zodCode(item)}${isRequired ? '' : '.optional()'}`,
      )
      return `z.looseObject({ ${members.join(', ')} })`
    }
    default:
      return `z.${shape.kind}()`
  }
}

function bounds({ minimum, maximum }: JsonSchema): string {
  const lowerBound = typeof minimum === 'number' ? `.min(${minimum})` : ''
  const upperBound = typeof maximum === 'number' ? `.max(${maximum})` : ''
  return lowerBound + upperBound
}

/** Whether TypeScript accepts a value of one schema for another schema. */
export function isAssignable(from: JsonSchema, to: JsonSchema): boolean {
  const target = schemaShape(to)
  if (!target) return true
  const source = schemaShape(from)
  if (!source) return false
  if (source.kind === 'choice') {
    return source.values.every((value) =>
      target.kind === 'choice' ? target.values.includes(value) : literalKind(value) === target.kind,
    )
  }
  if (source.kind === 'integer' || target.kind === 'integer') {
    return source.kind !== 'string' && plain(source.kind) === plain(target.kind)
  }
  if (source.kind === 'array' && target.kind === 'array') {
    return isAssignable(source.items, target.items)
  }
  if (source.kind !== 'object' || target.kind !== 'object') return source.kind === target.kind
  if (target.properties.length > 0 && source.properties.length === 0) return false
  return target.properties.every(([name, targetType, isRequired]) => {
    const sourceProperty = source.properties.find(([other]) => other === name)
    if (!sourceProperty) return !isRequired
    return isAssignable(sourceProperty[1], targetType) && (sourceProperty[2] || !isRequired)
  })
}

const plain = (kind: string) => (kind === 'integer' ? 'number' : kind)

const literalKind = (value: string | number | boolean | null) =>
  value === null ? 'null' : (typeof value as 'string' | 'number' | 'boolean')
