import * as z from 'zod'
import type { Json } from './common.ts'

/** Types of a value in an example; null is of none. */
export const JsonType = z.enum(['string', 'number', 'boolean', 'object', 'array'])
export type JsonType = z.infer<typeof JsonType>

/** Types of each field of a dataset by its column target, such as `inputs.n` or `reference`. */
export type FieldTypes = Record<string, JsonType[]>

/** Undefined for null. */
export function jsonType(value: Json): JsonType | undefined {
  if (value === null) return undefined
  if (Array.isArray(value)) return 'array'
  return JsonType.parse(typeof value)
}

const BOOLEAN = /^\s*(true|false)\s*$/i
const OTHER_JSON = /^\s*[-\d[{]/

/** The number, boolean, object or list that a cell can be read as; its text if there is none. */
export function parseCell(cell: string): Json {
  // Spreadsheets write booleans in capitals.
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

/** Reads a CSV cell in a type that its field has already. A field that holds text takes every cell as text. */
export function readCell(cell: string, known: readonly JsonType[] = []): Json {
  if (known.length === 0 || known.includes('string')) return cell
  const value = parseCell(cell)
  const type = jsonType(value)
  return type !== undefined && known.includes(type) ? value : cell
}

type Column = {
  format: 'csv' | 'jsonl' | 'json'
  isJson: boolean
  /** Types of its values; for CSV, the types that its cells could be read as. */
  types: readonly JsonType[]
}

/** Types that an import stores for a column whose field has the types `known`. */
export function storedTypes(
  { format, isJson, types }: Column,
  known: readonly JsonType[] = [],
): JsonType[] {
  if (format !== 'csv' || isJson) return [...types]
  const isRead = (type: JsonType) => known.includes(type) && !known.includes('string')
  return [...new Set(types.map((type) => (isRead(type) ? type : 'string')))]
}

export const TypeChange = z.object({ from: z.array(JsonType), to: z.array(JsonType) })
export type TypeChange = z.infer<typeof TypeChange>

/** The new types that an import brings into a field that has other types. Null if there are none. */
export function typeChange(column: Column, known: readonly JsonType[] = []): TypeChange | null {
  const to = storedTypes(column, known).filter((type) => !known.includes(type))
  return known.length === 0 || to.length === 0 ? null : { from: [...known], to }
}
