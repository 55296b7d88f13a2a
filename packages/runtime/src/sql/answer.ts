import type { Json, JsonObject } from '../json.ts'

/** The result of one statement. */
export type SqlAnswer = {
  columns: string[]
  rows: Json[][]
  /** Whether rows were left out. */
  isCut: boolean
  /** Number of changed rows, for a statement that returns none. */
  changes: number | null
}

/** Converts a result for a model: each row is an object, and duplicate columns get distinct names. */
export function toResult({ columns, rows, isCut, changes }: SqlAnswer): JsonObject {
  if (columns.length === 0) return { changes }
  const names = columns.map((name, index) => {
    const before = columns.slice(0, index).filter((other) => other === name).length
    return before === 0 ? name : `${name}_${before + 1}`
  })
  return {
    rows: rows.map((row) =>
      Object.fromEntries(names.map((name, column) => [name, row[column] ?? null])),
    ),
    ...(isCut && { truncated: true }),
  }
}

/** Converts a database value to JSON; bytes become their count. */
export function toCell(value: unknown): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString()
    default:
  }
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toJSON()
  if (value instanceof Uint8Array) return `<${value.byteLength} bytes>`
  const json: Json = JSON.parse(JSON.stringify(value))
  return json
}

/** A larger result is more than a model can read. */
export const MAX_RESULT_BYTES = 2 * 1024 * 1024
