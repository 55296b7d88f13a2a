import type { ComparisonCase, Json, JsonObject } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { plural } from '../../../lib/format.ts'
import { freeKeys } from '../plan/keys.ts'
import type { Table } from './read-file.ts'

type Taken = {
  cases: ComparisonCase[]
  added: number
  /** Number of cases that gained a reference or name. */
  completed: number
  /** Number of rows that add nothing new. */
  there: number
  /** Number of rows over the limit. */
  beyond: number
}

/** Adds rows as cases. A row with the input of an existing case completes that case. */
export function takeTable(
  { rows }: Pick<Table, 'rows'>,
  mapping: Mapping,
  present: readonly ComparisonCase[],
  most: number,
): Taken {
  const cases = [...present]
  const places = Map.groupBy(cases.keys(), (index) => canonicalJson(present[index]?.input))
  const fresh: Row[] = []
  const completed = new Set<number>()
  let there = 0
  for (const row of rows.map((one) => mapRow(one, mapping))) {
    const alike = (places.get(canonicalJson(row.input)) ?? []).flatMap((place) => {
      const known = cases[place]
      return known && !contradicts(known, row) ? [{ place, known }] : []
    })
    const [first] = alike
    if (first === undefined) fresh.push(row)
    else if (alike.every(({ known }) => lacks(known, row))) {
      cases[first.place] = completedBy(first.known, row)
      completed.add(first.place)
    } else there += 1
  }
  const added = fresh.slice(0, Math.max(0, most - cases.length))
  const keys = freeKeys(present, 'c', added.length)
  return {
    cases: [...cases, ...added.map((row, index) => ({ key: keys[index] ?? '', ...row }))],
    added: added.length,
    completed: completed.size,
    there,
    beyond: fresh.length - added.length,
  }
}

const contradicts = (known: ComparisonCase, row: Row): boolean =>
  row.reference !== null &&
  known.reference !== null &&
  canonicalJson(known.reference) !== canonicalJson(row.reference)

const lacks = (known: ComparisonCase, row: Row): boolean =>
  (known.reference === null && row.reference !== null) || (known.name === '' && row.name !== '')

const completedBy = (known: ComparisonCase, row: Row): ComparisonCase => ({
  ...known,
  name: known.name === '' ? row.name : known.name,
  reference: known.reference ?? row.reference,
})

/** The button label: `Add 3 cases, complete 2`. */
export function takingText({ added, completed }: Taken): string {
  if (completed === 0) return `Add ${plural(added, 'case')}`
  return added === 0
    ? `Complete ${plural(completed, 'case')}`
    : `Add ${plural(added, 'case')}, complete ${completed}`
}

export function takenText({ added, completed, there }: Taken): string {
  const parts = [
    added > 0 && `${plural(added, 'case')} added`,
    completed > 0 && `${plural(completed, 'case')} completed`,
    there > 0 && `${there} already added`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}

/** The target of a column: `input.question`, the reference, the name, or ignored. */
export type Target = `input.${string}` | 'reference' | 'name' | 'ignore'
export type Mapping = Record<string, Target>

const REFERENCE =
  /^(expected|reference|answer|output|ideal|target|label|category|class|truth|gold|solution)([ _-]?(answer|output|label|value|text))?$/i

/**
 * Maps columns by name: a variable's name to that input, common names to the reference.
 * A remaining column maps to a remaining variable, then to the reference.
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
