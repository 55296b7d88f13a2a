import { type Json, type JsonSchema, isJsonObject } from '@lathe/contract'

export const FIELD_TYPES = [
  { value: 'string', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'integer', label: 'Integer' },
  { value: 'boolean', label: 'Boolean' },
  { value: 'choice', label: 'Choice' },
  { value: 'list', label: 'List of text' },
  { value: 'other', label: 'Other (JSON Schema)' },
] as const
export type FieldType = (typeof FIELD_TYPES)[number]['value']

export type BuilderField = {
  name: string
  type: FieldType
  description: string
  isRequired: boolean
  /** Schema of the field. Keywords that the builder does not show are kept. */
  schema: JsonSchema
}

/** Returns the fields of a schema; undefined if it is more than a list of fields. */
export function readFields(schema: JsonSchema): BuilderField[] | undefined {
  const { type, properties, required, additionalProperties, ...otherKeywords } = schema
  const isPlain =
    type === 'object' &&
    (additionalProperties === undefined || additionalProperties === false) &&
    Object.keys(otherKeywords).every((key) => key === 'title' || key === 'description')
  if (!isPlain || (properties !== undefined && !isJsonObject(properties))) return undefined
  const names = Array.isArray(required) ? required : []
  return Object.entries(properties ?? {}).map(([name, fieldSchema]) => {
    const field = isJsonObject(fieldSchema) ? fieldSchema : {}
    return {
      name,
      type: detectType(field),
      description: typeof field['description'] === 'string' ? field['description'] : '',
      isRequired: names.includes(name),
      schema: field,
    }
  })
}

function detectType(schema: JsonSchema): FieldType {
  const { type, items } = schema
  if (Array.isArray(schema['enum'])) {
    return schema['enum'].every((item) => typeof item === 'string') ? 'choice' : 'other'
  }
  if (type === 'string' || type === 'number' || type === 'integer' || type === 'boolean')
    return type
  return type === 'array' && isJsonObject(items) && items['type'] === 'string' ? 'list' : 'other'
}

/** Writes fields into the schema and keeps its other keywords. */
export function writeFields(schema: JsonSchema, fields: readonly BuilderField[]): JsonSchema {
  const required = fields.filter((field) => field.isRequired).map(({ name }) => name)
  const { required: _, ...rest } = schema
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
    ...(required.length > 0 && { required }),
  }
}

export function withType(field: BuilderField, type: FieldType): BuilderField {
  const description = field.description === '' ? {} : { description: field.description }
  const schemas: Record<FieldType, JsonSchema> = {
    string: { type: 'string' },
    number: { type: 'number' },
    integer: { type: 'integer' },
    boolean: { type: 'boolean' },
    choice: { type: 'string', enum: ['yes', 'no'] },
    list: { type: 'array', items: { type: 'string' } },
    other: field.schema,
  }
  return { ...field, type, schema: { ...schemas[type], ...description } }
}

export function withDescription(field: BuilderField, description: string): BuilderField {
  const { description: _, ...rest } = field.schema
  return {
    ...field,
    description,
    schema: description === '' ? rest : { ...rest, description },
  }
}

export const listChoices = (schema: JsonSchema): string[] =>
  Array.isArray(schema['enum'])
    ? schema['enum'].filter((item): item is string => typeof item === 'string')
    : []

export const withChoices = (field: BuilderField, choices: readonly Json[]): BuilderField => ({
  ...field,
  schema: { ...field.schema, enum: [...choices] },
})

/** Returns a field with the first unused name of `field`, `field2`, …. */
export function newField(fields: readonly BuilderField[]): BuilderField {
  const names = new Set(fields.map(({ name }) => name))
  let count = 1
  while (names.has(count === 1 ? 'field' : `field${count}`)) count += 1
  const name = count === 1 ? 'field' : `field${count}`
  return { name, type: 'string', description: '', isRequired: true, schema: { type: 'string' } }
}
