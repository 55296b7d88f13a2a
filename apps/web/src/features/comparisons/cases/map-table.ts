import type { ComparisonCase, Json, JsonObject } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { plural } from '../../../lib/format/format.ts'
import { freeKeys } from '../plan/keys.ts'
import type { Table } from './read-file.ts'

type TableImport = {
  cases: ComparisonCase[]
  added: number
  /** Number of cases that gained a reference or name. */
  completed: number
  /** Number of rows that add nothing new. */
  existing: number
  /** Number of rows over the limit. */
  overLimit: number
}

/** Adds rows as cases. A row with the input of an existing case completes that case. */
export function importTable(
  { rows }: Pick<Table, 'rows'>,
  mapping: Mapping,
  present: readonly ComparisonCase[],
  limit: number,
): TableImport {
  const cases = [...present]
  const places = Map.groupBy(cases.keys(), (index) => canonicalJson(present[index]?.input))
  const fresh: Row[] = []
  const completed = new Set<number>()
  let existing = 0
  for (const row of rows.map((tableRow) => mapRow(tableRow, mapping))) {
    const alike = (places.get(canonicalJson(row.input)) ?? []).flatMap((place) => {
      const existingCase = cases[place]
      return existingCase && !contradicts(existingCase, row) ? [{ place, existingCase }] : []
    })
    const [first] = alike
    if (first === undefined) fresh.push(row)
    else if (alike.every(({ existingCase }) => canComplete(existingCase, row))) {
      cases[first.place] = completedBy(first.existingCase, row)
      completed.add(first.place)
    } else existing += 1
  }
  const added = fresh.slice(0, Math.max(0, limit - cases.length))
  const keys = freeKeys(present, 'c', added.length)
  return {
    cases: [...cases, ...added.map((row, index) => ({ key: keys[index] ?? '', ...row }))],
    added: added.length,
    completed: completed.size,
    existing,
    overLimit: fresh.length - added.length,
  }
}

const contradicts = (existingCase: ComparisonCase, row: Row): boolean =>
  row.reference !== null &&
  existingCase.reference !== null &&
  canonicalJson(existingCase.reference) !== canonicalJson(row.reference)

const canComplete = (existingCase: ComparisonCase, row: Row): boolean =>
  (existingCase.reference === null && row.reference !== null) ||
  (existingCase.name === '' && row.name !== '')

const completedBy = (existingCase: ComparisonCase, row: Row): ComparisonCase => ({
  ...existingCase,
  name: existingCase.name === '' ? row.name : existingCase.name,
  reference: existingCase.reference ?? row.reference,
})

/** The button label: `Add 3 cases, complete 2`. */
export function importLabel({ added, completed }: TableImport): string {
  if (completed === 0) return `Add ${plural(added, 'case')}`
  return added === 0
    ? `Complete ${plural(completed, 'case')}`
    : `Add ${plural(added, 'case')}, complete ${completed}`
}

export function importedText({ added, completed, existing }: TableImport): string {
  const parts = [
    added > 0 && `${plural(added, 'case')} added`,
    completed > 0 && `${plural(completed, 'case')} completed`,
    existing > 0 && `${existing} already added`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}

/** The target of a column: `input.question`, the reference, the name, or ignored. */
export type Target = `input.${string}` | 'reference' | 'name' | 'ignore'
export type Mapping = Record<string, Target>

const REFERENCE =
  /^(expected|reference|answer|output|ideal|target|label|category|class|truth|gold|solution)([ _-]?(answer|output|label|value|text))?$/i

/**
 * Maps columns by name: a variable's name to that input, common names to the reference. A remaining
 * column maps to a remaining variable, then to the reference.
 */
export function guessMapping(columns: readonly string[], variables: readonly string[]): Mapping {
  const guess = (column: string): Target => {
    const variable = variables.find((name) => name.toLowerCase() === column.toLowerCase())
    if (variable !== undefined) return `input.${variable}`
    if (REFERENCE.test(column)) return 'reference'
    return /^(name|id|title)$/i.test(column) ? 'name' : 'ignore'
  }
  const mapping = Object.fromEntries(columns.map((column) => [column, guess(column)]))
  const ignoredColumns = columns.filter((column) => mapping[column] === 'ignore')
  if (variables.length === 0) {
    return {
      ...mapping,
      ...Object.fromEntries(ignoredColumns.map((column) => [column, `input.${column}`])),
    }
  }
  const usedTargets = new Set(Object.values(mapping))
  const targets: Target[] = [...variables.map((name) => `input.${name}` as const), 'reference']
  const free = targets.filter((target) => !usedTargets.has(target))
  if (ignoredColumns.length > 2 || ignoredColumns.length > free.length || free.length > 2)
    return mapping
  return {
    ...mapping,
    ...Object.fromEntries(ignoredColumns.map((column, index) => [column, free[index] ?? 'ignore'])),
  }
}

type Row = Omit<ComparisonCase, 'key'>

/** Converts a row to a case. */
function mapRow(row: JsonObject, mapping: Mapping): Row {
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
