import type { Json, JsonObject } from '@lathe/contract'

/** What a statement gave: rows, or how many it changed. */
export type SqlAnswer = {
  columns: string[]
  rows: Json[][]
  /** There were more. */
  isCut: boolean
  /** Of a statement that gives no rows. */
  changes: number | null
}

/** As models read it: a row is an object, whose columns have names of their own. */
export function toResult({ columns, rows, isCut, changes }: SqlAnswer): JsonObject {
  if (columns.length === 0) return { changes }
  const names = columns.map((name, index) => {
    const before = columns.slice(0, index).filter((other) => other === name).length
    return before === 0 ? name : `${name}_${before + 1}`
  })
  return {
    rows: rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]))),
    ...(isCut && { truncated: true }),
  }
}

/** A value of a database as JSON has it; of bytes stands how many there are. */
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
