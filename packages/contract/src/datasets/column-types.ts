import * as z from 'zod'
import type { Json } from '@lathe/nodes/schemas'

/** JSON types of values in examples. Null has no type. */
export const JsonType = z.enum(['string', 'number', 'boolean', 'object', 'array'])
export type JsonType = z.infer<typeof JsonType>

/** Types of each dataset field, keyed by column target such as `inputs.n` or `reference`. */
export type FieldTypes = Record<string, JsonType[]>

/** Returns the JSON type of a value, or undefined for null. */
export function jsonType(value: Json): JsonType | undefined {
  if (value === null) return undefined
  if (Array.isArray(value)) return 'array'
  return JsonType.parse(typeof value)
}

const BOOLEAN = /^\s*(true|false)\s*$/i
const OTHER_JSON = /^\s*[-\d[{]/

/** Parses a cell as a number, boolean, object or list. Returns other text unchanged. */
export function parseCell(cell: string): Json {
  // Spreadsheets write booleans in upper case.
  const [, boolean] = BOOLEAN.exec(cell) ?? []
  if (boolean !== undefined) return boolean.toLowerCase() === 'true'
  if (!OTHER_JSON.test(cell)) return cell
  try {
    const value = JSON.parse(cell) as Json
    // A longer number, such as an account number, would lose digits.
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? cell : value
  } catch {
    return cell
  }
}

/**
 * Parses a CSV cell as a type that its field already has. Fields that contain text keep every cell
 * as text.
 */
export function readCell(cell: string, fieldTypes: readonly JsonType[] = []): Json {
  if (fieldTypes.length === 0 || fieldTypes.includes('string')) return cell
  const value = parseCell(cell)
  const type = jsonType(value)
  return type !== undefined && fieldTypes.includes(type) ? value : cell
}

type Column = {
  format: 'csv' | 'jsonl' | 'json'
  isJson: boolean
  /** Types of the values. For CSV, types that the cells can be parsed as. */
  types: readonly JsonType[]
}

/** Returns the types that an import stores for a column whose field has the types `known`. */
export function storedTypes(
  { format, isJson, types }: Column,
  fieldTypes: readonly JsonType[] = [],
): JsonType[] {
  if (format !== 'csv' || isJson) return [...types]
  const isParsed = (type: JsonType) => fieldTypes.includes(type) && !fieldTypes.includes('string')
  return [...new Set(types.map((type) => (isParsed(type) ? type : 'string')))]
}

export const TypeChange = z.object({ from: z.array(JsonType), to: z.array(JsonType) })
export type TypeChange = z.infer<typeof TypeChange>

/** Returns the types that an import would add to a field with other types, or null. */
export function typeChange(
  column: Column,
  fieldTypes: readonly JsonType[] = [],
): TypeChange | null {
  const to = storedTypes(column, fieldTypes).filter((type) => !fieldTypes.includes(type))
  return fieldTypes.length === 0 || to.length === 0 ? null : { from: [...fieldTypes], to }
}
