import type { ComparisonCase, Json, JsonObject } from '@lathe/contract'

/** What a column of a pasted table is: `input.question`, the reference, the name, or nothing. */
export type Target = `input.${string}` | 'reference' | 'name' | 'ignore'
export type Mapping = Record<string, Target>

const REFERENCE =
  /^(expected|reference|answer|output|ideal|target|label|category|class|truth|gold|solution)([ _-]?(answer|output|label|value|text))?$/i

/**
 * A column called like a variable fills it; a usual word for the right answer is the reference.
 * What is left goes to what is left: to a variable first, then to the reference.
 */
export function guessMapping(columns: readonly string[], variables: readonly string[]): Mapping {
  const guess = (column: string): Target => {
    const variable = variables.find((name) => name.toLowerCase() === column.toLowerCase())
    if (variable !== undefined) return `input.${variable}`
    if (REFERENCE.test(column)) return 'reference'
    return /^(name|id|title)$/i.test(column) ? 'name' : 'ignore'
  }
  const mapping = Object.fromEntries(columns.map((column) => [column, guess(column)]))
  const left = columns.filter((column) => mapping[column] === 'ignore')
  if (variables.length === 0) {
    return { ...mapping, ...Object.fromEntries(left.map((column) => [column, `input.${column}`])) }
  }
  const taken = new Set(Object.values(mapping))
  const targets: Target[] = [...variables.map((name) => `input.${name}` as const), 'reference']
  const free = targets.filter((target) => !taken.has(target))
  if (left.length > 2 || left.length > free.length || free.length > 2) return mapping
  return {
    ...mapping,
    ...Object.fromEntries(left.map((column, index) => [column, free[index] ?? 'ignore'])),
  }
}

export type Row = Omit<ComparisonCase, 'key'>

/** The case that a row is, whatever it is called. */
export function mapRow(row: JsonObject, mapping: Mapping): Row {
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
