import type { ComparisonCase, Json, JsonObject } from '@lathe/contract'
import { freeKeys } from '../plan/keys.ts'
import type { Table } from './read-table.ts'

/** What a column of a pasted table is: `input.question`, the reference, the name, or nothing. */
export type Target = `input.${string}` | 'reference' | 'name' | 'ignore'
export type Mapping = Record<string, Target>

const REFERENCE = /^(expected|reference|answer|output|ideal|target|label)$/i

/** A column called like a variable fills it; a usual word for the right answer is the reference. */
export function guessMapping(columns: readonly string[], variables: readonly string[]): Mapping {
  const guess = (column: string): Target => {
    const variable = variables.find((name) => name.toLowerCase() === column.toLowerCase())
    if (variable !== undefined) return `input.${variable}`
    if (REFERENCE.test(column)) return 'reference'
    return /^(name|id|title)$/i.test(column) ? 'name' : 'ignore'
  }
  const mapping = Object.fromEntries(columns.map((column) => [column, guess(column)]))
  // One variable and one column left: they are meant for each other.
  const left = columns.filter((column) => mapping[column] === 'ignore')
  const unfilled = variables.filter((name) => !Object.values(mapping).includes(`input.${name}`))
  const [column] = left
  const [variable] = unfilled
  if (left.length === 1 && unfilled.length === 1 && column !== undefined) {
    mapping[column] = `input.${variable ?? ''}`
  }
  return mapping
}

/** Cases of the rows, with keys none of the present cases has. */
export function mapTable(
  { rows }: Pick<Table, 'rows'>,
  mapping: Mapping,
  present: readonly ComparisonCase[],
): ComparisonCase[] {
  const keys = freeKeys(present, 'c', rows.length)
  return rows.map((row, index) => ({ key: keys[index] ?? '', ...mapRow(row, mapping) }))
}

function mapRow(row: JsonObject, mapping: Mapping): Omit<ComparisonCase, 'key'> {
  const input: JsonObject = {}
  let reference: Json = null
  let name = ''
  for (const [column, value] of Object.entries(row)) {
    const target = mapping[column] ?? 'ignore'
    if (target === 'reference') reference = value === '' ? null : value
    else if (target === 'name')
      name = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200)
    else if (target !== 'ignore') input[target.slice('input.'.length)] = value
  }
  return { name, input, reference }
}
