import {
  type FieldTypes,
  type ImportPreview,
  jsonType,
  type JsonType,
  parseCell,
} from '@lathe/contract'
import { guessColumns } from './guess-columns.ts'
import { noProblems, noteProblem } from './problems.ts'
import type { OpenFile } from './read-file.ts'
import type { FileRow } from './read-rows.ts'

/** Rows that are shown. */
const SHOWN = 8
/** Rows by which columns are told. */
const SAMPLE = 100

/** All rows are looked at and the first of them kept. */
export function previewOf(
  { encoding, format, rows: read, notes }: OpenFile,
  fieldTypes: FieldTypes,
): ImportPreview {
  const types = new Map<string, Set<JsonType>>()
  const rows: FileRow[] = []
  const problems = noProblems()
  let count = 0
  const reading = read()
  for (;;) {
    const next = reading.next()
    if (next.done) {
      const { columns, notes: told } = next.value
      return {
        format,
        encoding,
        rows: count,
        columns: guessColumns({ format, columns, rows, types, fieldTypes }),
        fieldTypes,
        sample: rows.slice(0, SHOWN).map(({ values }) => values),
        problems,
        notes: [...notes, ...told, ...nothingIn(count + problems.total, columns)],
      }
    }
    if ('message' in next.value) {
      noteProblem(problems, next.value)
      continue
    }
    count += 1
    noteTypes(types, next.value, format === 'csv')
    if (rows.length < SAMPLE) rows.push(next.value)
  }
}

function noteTypes(types: Map<string, Set<JsonType>>, { values }: FileRow, isCsv: boolean): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === '' && isCsv) continue
    const type = jsonType(isCsv && typeof value === 'string' ? parseCell(value) : value)
    if (type === undefined) continue
    const seen = types.get(name)
    if (seen) seen.add(type)
    else types.set(name, new Set([type]))
  }
}

function nothingIn(rows: number, columns: readonly string[]): string[] {
  if (rows > 0) return []
  return [
    columns.length === 0
      ? 'There is nothing in it.'
      : 'It has a line that names columns, and no row below that.',
  ]
}
